"""The stream of all games of a user. Its ids encode how far the client has read in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.chat.selectors import message_counts
from games.models import Game, Seat, Status
from games.play.documents import Viewer, decision_document, game_summary, is_to_act, viewer_of
from games.play.queries import read_listed, read_whole
from games.play.selectors import turns_of, whole_for
from games.play.visibility import with_past_spans
from games.rules.errors import RulesUnavailable
from games.streams.cursors import Cursor, ReadPosition
from games.streams.feeds import (
    EVENTS_PER_READING,
    Mark,
    Reading,
    changed_document,
    events_behind,
    mark_of,
    message,
    options_add,
    seats_now,
    user_of,
    view_add,
    within_reach,
    without_failing,
)
from games.streams.tickets import Caller

FOLLOWED_AFTER_THE_END = timedelta(days=2)
"""Longer than a cursor is valid, so that clients that reconnect do not miss the end of a game."""
FOLLOWED_MAX = 300
"""The maximum number of games in a stream, newest first: the ids have to fit into a header."""
VIEWS_MAX = 20
"""The maximum number of views in a reading: after a long absence a client fetches the others."""
SNAPSHOT_DECISIONS_MAX = 20
"""The maximum number of games in a snapshot whose decision may have options: each state is loaded.
"""


class UserFeed:
    """The feed of all games in which a user has a seat, from the lobby until after the end."""

    def __init__(
        self,
        *,
        caller: Caller,
        language: str,
        last_id: str,
        decisions: bool = False,
        view: bool = False,
    ) -> None:
        self.caller = caller
        self.language = language
        self.decisions, self.view = decisions, view
        cursor = Cursor.of(last_id, now=timezone.now()) if last_id else None
        self.read_to: dict[int, ReadPosition] | None = dict(cursor.read) if cursor else None
        self.games: dict[int, UUID] = {}
        self.marks: dict[int, Mark] = {}
        self.counts: dict[int, Mark] = {}
        self.seats: Mark = None
        self.views_left = 0

    @property
    def watched(self) -> dict[UUID, Mark]:
        """The marks of the games that were read, and of the user, who may join other games."""
        read = self.read_to or {}
        games: dict[UUID, Mark] = {
            game: self.marks.get(seat) for seat, game in self.games.items() if seat in read
        }
        return {self.caller.user_id: self.seats, **games}

    def cursor(self) -> str:
        return Cursor(timezone.now(), self.read_to or {}).text()

    def read(self) -> Reading:
        """Read what is new. Raises InvalidToken."""
        before, counts = None if self.read_to is None else dict(self.read_to), dict(self.counts)
        try:
            return self.read_new()
        except Exception:
            self.read_to, self.counts = before, counts  # nothing was sent
            raise

    def read_new(self) -> Reading:
        user = user_of(self.caller)
        self.seats = seats_now([user.id])[user.id]
        followed = seats_followed(user)
        self.games = {seat.id: seat.game_id for seat in followed}
        self.marks = {seat.id: mark_of(seat.game) for seat in followed}
        messages: list[bytes] = []
        if self.read_to is None or seats_lost(user, self.read_to.keys() - self.games.keys()):
            self.read_to = {}
            messages += self.snapshot(user, followed, complete=True)
        self.read_to = {seat: to for seat, to in self.read_to.items() if seat in self.games}
        if not messages and (unknown := [seat for seat in followed if not self.can_resume(seat)]):
            messages += self.snapshot(user, unknown, complete=False)
        room = EVENTS_PER_READING
        self.views_left = VIEWS_MAX
        for seat in followed:
            game_messages = self.read_new_of(user, seat, room) if room > 0 else []
            room -= len(game_messages)
            messages += game_messages
        return Reading(messages, self.watched, more=room <= 0)

    def can_resume(self, seat: Seat) -> bool:
        """True if the client has read this game before and is not too far behind."""
        to = (self.read_to or {}).get(seat.id)
        if to is None or to.version > seat.game.version:
            return False
        return within_reach(game=seat.game, after=to.seq)

    def read_new_of(self, user: User, seat: Seat, room: int) -> list[bytes]:
        """Return what is new in one game, at most ``room`` messages."""
        assert self.read_to is not None
        game, to = seat.game, self.read_to.get(seat.id)
        # Chat messages that arrived while the client was away are not reported: me/messages/ has
        # them.
        counts = tuple(message_counts(game, Viewer(seat.number)).values())
        silent = self.counts.setdefault(seat.id, counts) == counts
        if to is None or (game.event_count <= to.seq and game.version <= to.version and silent):
            return []
        if (whole := read_whole(game.id)) is None:
            return []
        game, seats = whole.game, whole.seats
        viewer = viewer_of(seats, user, self.language)
        if viewer.seat is None:
            return []  # they have just left: the next reading says so
        viewer = with_past_spans(viewer, game=game, user=user)
        is_new, messages = game.version > to.version, []
        for event in self.events(game, seats, viewer, to.seq, room):
            self.read_to[seat.id] = to = ReadPosition(event["seq"], to.version)
            messages.append(message("event", {"game": game.id, **event}, self.cursor()))
        if len(messages) < room:
            self.read_to[seat.id] = ReadPosition(game.event_count, game.version)
            self.counts[seat.id] = counts
            changed = changed_document(game=game, viewer=viewer)
            if self.decisions:
                options_add(changed, whole, viewer)
            if self.view and is_new and self.views_left:
                self.views_left -= 1
                view_add(changed, whole, viewer, user)
            messages.append(message("changed", changed, self.cursor()))
        return messages

    def events(
        self, game: Game, seats: list[Seat], viewer: Viewer, after: int, room: int
    ) -> list[dict[str, Any]]:
        try:
            return events_behind(game=game, seats=seats, viewer=viewer, after=after, limit=room)
        except RulesUnavailable:
            return []  # a removed ruleset must not block other games

    def snapshot(self, user: User, seats: Iterable[Seat], *, complete: bool) -> list[bytes]:
        """Return the current games and the inbox. ``complete`` means that there are no others."""
        assert self.read_to is not None
        by_game = {seat.game_id: seat.id for seat in seats}
        documents: list[dict[str, Any]] = []
        left = SNAPSHOT_DECISIONS_MAX
        for game, game_seats in read_listed(by_game).values():
            self.read_to[by_game[game.id]] = ReadPosition(game.event_count, game.version)
            documents.append(snapshot_document(user, game, game_seats))
            if self.decisions and left and documents[-1]["your_turn"]:
                left -= 1
                self.options_add(documents[-1], user, game)
        document = {
            "server_time": timezone.now(),
            "complete": complete,
            "games": documents,
            "turns": turns_of(user=user),
        }
        return [message("snapshot", document, self.cursor())]

    def options_add(self, document: dict[str, Any], user: User, game: Game) -> None:
        """Put the options into ``document``, unless the game has changed since it was read: the
        next reading has the new decision.
        """
        with without_failing(game):
            whole, viewer = whole_for(user=user, game_id=game.id, language=self.language)
            if whole.game.version == game.version:
                options_add(document, whole, viewer)


def snapshot_document(user: User, game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a game's summary with the open decision and the number of its last event."""
    viewer = viewer_of(seats, user)
    return {
        **game_summary(game=game, seats=seats, viewer=viewer),
        "version": game.version,
        "your_turn": is_to_act(game, viewer),
        "decision": decision_document(game=game, viewer=viewer, live_game=None),
        "last_seq": game.event_count,
    }


def seats_followed(user: User) -> list[Seat]:
    """Return the seats whose games are in the user's stream, each with its game."""
    recently = timezone.now() - FOLLOWED_AFTER_THE_END
    open_or_recent = Q(game__status__in=(Status.LOBBY, Status.ACTIVE)) | Q(
        game__finished_at__gt=recently
    )
    seats = Seat.objects.filter(open_or_recent, user=user).select_related("game")
    return list(seats.defer("game__options", "game__result").order_by("-id")[:FOLLOWED_MAX])


def seats_lost(user: User, seats: Iterable[int]) -> bool:
    """True if the user no longer has one of these seats, so that the client's data is wrong."""
    left = list(seats)
    return bool(left) and Seat.objects.filter(id__in=left).exclude(user=user).exists()
