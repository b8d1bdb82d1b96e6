"""The two rooms of a game: permissions and messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.blocks import blocked_by
from accounts.models import User
from games.chat.errors import RoomClosed
from games.models import Game, LastRead, Message, Room, Seat
from games.play.documents import user_document
from games.play.selectors import game_header_for, visible_to
from games.play.visibility import OVER, Viewer

LAST = 2**31 - 1


def may_read(room: str, *, game: Game, viewer: Viewer) -> bool:
    """True if the viewer may read the room.

    Until the end the players' room is for seats, lost or not, and the other room for everybody
    else: players must not learn what spectators saw, and spectators not what players plan. While
    the names are hidden, nobody chats.
    """
    if game.names_hidden:
        return False
    return game.status in OVER or (room == Room.PLAYERS) == (viewer.seat is not None)


def may_write(room: str, *, game: Game, viewer: Viewer) -> bool:
    """True if the viewer may write in the room: as for reading, but in the players' room only with
    a seat.
    """
    if room == Room.PLAYERS:
        return viewer.seat is not None and not game.names_hidden
    return may_read(room, game=game, viewer=viewer)


def message_count(game: Game, room: str) -> int:
    """Return the number of messages in the room."""
    return game.player_message_count if room == Room.PLAYERS else game.spectator_message_count


def message_counts(game: Game, viewer: Viewer) -> dict[str, int | None]:
    """Return the number of messages in each room, or None for rooms that ``viewer`` may not
    read.
    """
    return {
        room: message_count(game, room) if may_read(room, game=game, viewer=viewer) else None
        for room in Room.values
    }


# --- one room ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    """A range of messages: ``after`` or ``before`` a number."""

    after: int
    before: int | None
    limit: int


@dataclass(frozen=True, slots=True)
class RoomView:
    """The state of a room for a reader, without its messages."""

    game: Game
    room: str
    blocked: list[UUID]
    read: int
    removed: int

    @property
    def version(self) -> tuple[object, ...]:
        """Changes with everything that the reader could see change in the room."""
        return (
            self.room,
            message_count(self.game, self.room),
            self.read,
            self.removed,
            self.blocked,
        )


def room_view_of(*, user: User, game_id: UUID, room: str | None) -> RoomView:
    """Return a room for ``user``, by default their own. Raises GameNotFound, RoomClosed."""
    header = game_header_for(user=user, game_id=game_id)
    if room is None:
        room = Room.PLAYERS if header.viewer.seat is not None else Room.SPECTATORS
    if not may_read(room, game=header.game, viewer=header.viewer):
        raise RoomClosed
    read = LastRead.objects.filter(game=game_id, room=room, user=user)
    removed = Message.objects.filter(game=game_id, room=room, removed_at__isnull=False)
    return RoomView(
        game=header.game,
        room=room,
        blocked=sorted(blocked_by(user=user)),
        read=read.values_list("number", flat=True).first() or 0,
        removed=removed.count(),
    )


def messages_document(view: RoomView, page: Page) -> dict[str, Any]:
    """Return a page of messages in order, without those of users that the reader blocks."""
    heard = Message.objects.filter(game=view.game, room=view.room, number__gt=page.after)
    heard = heard.exclude(user__in=view.blocked).select_related("user")
    if page.before is not None:
        heard = heard.filter(number__lt=page.before).order_by("-number")
        found = list(heard[: page.limit + 1])
        messages = found[: page.limit][::-1]
    else:
        found = list(heard.order_by("number")[: page.limit + 1])
        messages = found[: page.limit]
    last = messages[-1].number if messages else page.after
    more = len(found) > page.limit
    if page.before is None and not more:
        last = max(last, message_count(view.game, view.room))  # the rest is by blocked users
    return {
        "room": view.room,
        "last": last,
        "more": more,
        "read": view.read,
        "messages": [message_document(message) for message in messages],
    }


def message_document(message: Message) -> dict[str, Any]:
    """Return a message. Of a removed one, only its number and time remain."""
    removed = message.removed_at is not None
    return {
        "number": message.number,
        "user": user_document(message.user),
        "text": None if removed else message.text,
        "removed": removed,
        "at": message.created_at,
    }


def message_for(*, user: User, game_id: UUID, room: str, number: int) -> Message | None:
    """Return a message that ``user`` may read, or None if there is none or it was removed.

    Raises GameNotFound, RoomClosed.
    """
    header = game_header_for(user=user, game_id=game_id)
    if not may_read(room, game=header.game, viewer=header.viewer):
        raise RoomClosed
    said = Message.objects.filter(game=game_id, room=room, number=number, removed_at=None)
    return said.select_related("user").first()


# --- all games of a user ---------------------------------------------------------------------


def unread_of(*, user: User) -> list[dict[str, Any]]:
    """Return the rooms with unread messages of others, newest first: players' rooms of the user's
    games, and rooms where they have read or written and still may.
    """
    # The rooms are selected first, to avoid reading the messages of all rooms.
    rooms = rooms_visited(user)
    seated = Seat.objects.filter(user=user).values("game")
    read = LastRead.objects.filter(user=user)
    watched = [game for game, room in rooms if room == Room.SPECTATORS]
    mine = Q(room=Room.PLAYERS, game__in=seated) | spectator_rooms(user, watched)
    number = read.filter(game=OuterRef("game"), room=OuterRef("room")).values("number")
    rows = (
        Message.objects.filter(mine, game__in={game for game, _ in rooms}, removed_at=None)
        .exclude(user__in=blocked_by(user=user))
        .exclude(user=user)
        .annotate(read_to=Coalesce(Subquery(number), 0))
        .filter(number__gt=F("read_to"))
        .order_by()
        .values("game", "room", "game__ruleset")
        .annotate(unread=Count("id"), last=Max("number"), at=Max("created_at"))
    )
    return [unread_document(dict(row)) for row in rows.order_by("-at", "game", "room")]


def rooms_visited(user: User) -> list[tuple[UUID, str]]:
    """Return the rooms of games in which ``user`` plays, or where they have read or written."""
    seated = Seat.objects.filter(user=user).order_by()
    read = LastRead.objects.filter(user=user).order_by()
    wrote = Message.objects.filter(user=user).order_by()
    players = seated.annotate(room=Value(Room.PLAYERS.value)).values_list("game", "room")
    others = read.values_list("game", "room"), wrote.values_list("game", "room")
    return list(players.union(*others))


def spectator_rooms(user: User, watched: Sequence[UUID]) -> Q:
    """Return a filter for the spectators' rooms in ``watched`` that ``user`` may still read."""
    seated = Seat.objects.filter(user=user).values("game")
    games = Game.objects.filter(id__in=watched)
    games = games.filter(Q(status__in=OVER) | ~Q(id__in=seated)).filter(visible_to(user))
    return Q(room=Room.SPECTATORS, game__in=games.values("id"))


def unread_document(row: dict[str, Any]) -> dict[str, Any]:
    """Return a room with unread messages."""
    return {
        "game": row["game"],
        "ruleset": row["game__ruleset"],
        "room": row["room"],
        "unread": row["unread"],
        "last": row["last"],
        "at": row["at"],
    }
