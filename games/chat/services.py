"""What people say at a table. It changes nothing of the match itself: no version, no decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Block, User
from accounts.selectors import mute_check
from core import database_clock
from games.chat.errors import RoomClosed
from games.chat.selectors import may_read, may_write, message_document, said_in
from games.models import Game, LastRead, Message, Room, Seat
from games.play import idempotency, notify
from games.play.idempotency import Reply
from games.play.locking import game_locked, seats_of
from games.play.selectors import allowed, game_glance
from games.play.visibility import viewer_among
from games.play.wakeup import game_told_on_commit


@transaction.atomic
def message_post(
    *, user: User, game_id: UUID, room: str, text: str, key: str | None = None
) -> Reply:
    """Say ``text`` in a room; it gets the next number there.

    ``key`` is the request's Idempotency-Key: what was said under it is not said twice. Raises
    GameNotFound, RoomClosed, Muted, IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    game = game_locked(game_id)
    seats = seats_of(game)
    viewer = allowed(game, viewer_among(seats, user), user)
    request = idempotency.request_of(
        user=user, scope=f"messages:{game_id}", key=key, payload={"room": room, "text": text}
    )

    def post() -> dict[str, Any]:
        if not may_write(room, game=game, viewer=viewer):
            raise RoomClosed
        mute_check(user, now=timezone.now())
        message = message_add(game=game, room=room, user=user, text=text)
        if room == Room.PLAYERS:
            players_told(game=game, seats=seats, message=message)
        return message_document(message)

    return idempotency.answered(request, post)


def message_add(*, game: Game, room: str, user: User, text: str) -> Message:
    """The caller holds the lock of the match, so that no two messages get one number."""
    column = "said_players" if room == Room.PLAYERS else "said_spectators"
    message = Message.objects.create(
        game=game, room=room, number=said_in(game, room) + 1, user=user, text=text
    )
    Game.objects.filter(id=game.id).update(**{column: message.number})
    game_told_on_commit(game.id)
    return message


def players_told(*, game: Game, seats: Sequence[Seat], message: Message) -> None:
    """Tell the other players, once until they have read: not who blocks the author."""
    deaf = set(Block.objects.filter(blocked=message.user).values_list("user_id", flat=True))
    users = {seat.user_id for seat in seats if seat.user_id is not None}
    users -= {message.user_id, *deaf}
    known = {
        row.user_id: row
        for row in LastRead.objects.filter(game=game, room=message.room, user__in=users)
    }
    waiting = [user for user, row in known.items() if row.told <= row.number]
    LastRead.objects.filter(game=game, room=message.room, user__in=waiting).update(
        told=message.number
    )
    new = [
        LastRead(game=game, room=message.room, user_id=user, told=message.number)
        for user in users - known.keys()
    ]
    LastRead.objects.bulk_create(new, ignore_conflicts=True)
    told = [*waiting, *(row.user_id for row in new)]
    notify.tell_users(game, told, "message", room=message.room, number=message.number)


@transaction.atomic
def room_read(*, user: User, game_id: UUID, room: str, number: int) -> int:
    """Remember that ``user`` has read a room up to ``number``; returns how far he has by now.

    Nobody reads back, nor further than what was said. Raises GameNotFound, RoomClosed.
    """
    glance = game_glance(user=user, game_id=game_id)
    if not may_read(room, game=glance.game, viewer=glance.viewer):
        raise RoomClosed
    number = min(number, said_in(glance.game, room))
    row, _ = LastRead.objects.get_or_create(game_id=game_id, room=room, user=user)
    LastRead.objects.filter(id=row.id, number__lt=number).update(number=number)
    return max(row.number, number)


@transaction.atomic
def message_remove(*, message: Message) -> bool:
    """Take a message out of its room: readers see that there was one. False: it was out already."""
    game_locked(message.game_id)
    still = Message.objects.filter(id=message.id, removed_at=None)
    if not still.update(removed_at=database_clock.now()):
        return False
    game_told_on_commit(message.game_id)
    return True
