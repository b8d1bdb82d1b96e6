"""What a stream tells: each reading of the database says what is new since the one before."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Count, Max
from django.utils import timezone

from accounts.models import User
from accounts.permissions import scope_check
from accounts.scopes import GAMES_READ
from accounts.selectors import access_by_name, ban_check
from core.errors import InvalidToken
from games.chat.selectors import message_counts
from games.models import Game, Seat
from games.play.documents import Viewer, decision_document
from games.play.selectors import events_between
from games.streams.tickets import Caller

EVENTS_PER_READING = 100
SNAPSHOT_GAP = 500
"""A client that is more events behind gets the game as it is instead."""

Mark = Hashable
"""What a game (its version, how much was said) or a user (what seats he has) was like when it was
read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Messages to send; whether there is more at once; and what wakes the stream when it changes,
    by the id of a game or user, as it was when it was read.
    """

    messages: list[bytes] = field(default_factory=list)
    seen: dict[UUID, Mark] = field(default_factory=dict)
    more: bool = False


class Feed(Protocol):
    """What one client is told. It remembers only how far it has read."""

    caller: Caller
    language: str

    @property
    def watched(self) -> dict[UUID, Mark]:
        """What wakes the stream before anything was read."""

    @property
    def place(self) -> str | None:
        """The id to send before anything else, if the client's own one has to be replaced."""

    def read(self) -> Reading:
        """Look at the database. Raises what a request for the same would be refused with."""


def user_of(caller: Caller) -> User:
    """The user, if his token is still good. Raises InvalidToken, InsufficientScope, Banned."""
    now = timezone.now()
    access = access_by_name(caller.token, now=now)
    if access is None or access.user.id != caller.user_id:
        raise InvalidToken
    ban_check(access.user, now=now)
    scope_check(access, GAMES_READ)
    return access.user


def events_behind(
    *, game: Game, seats: Sequence[Seat], viewer: Viewer, after: int, limit: int
) -> list[dict[str, Any]]:
    """The events behind number ``after``, as far as ``game`` had come when it was read.

    Not further: its seats were read after it, so that whoever had eyes then has seen these events.
    """
    return events_between(
        game=game, seats=seats, viewer=viewer, after=after, limit=limit, upto=game.event_count
    )


def changed_document(*, game: Game, viewer: Viewer) -> dict[str, Any]:
    """That there is something new to see, and who has to decide now: nothing that is secret."""
    return {
        "game": game.id,
        "version": game.version,
        "status": game.status,
        "decision": decision_document(game=game, viewer=viewer, live_game=None),
        "messages": message_counts(game, viewer),
    }


def mark_of(game: Game) -> Mark:
    """What changes with a game, and with what is said in it; see ``versions_now``."""
    return (game.version, game.player_message_count, game.spectator_message_count)


def within_reach(*, game: Game, after: int) -> bool:
    """Whether a client that has read up to ``after`` can be told the rest event by event."""
    return 0 <= game.event_count - after <= SNAPSHOT_GAP


# --- what the hub asks for all at once ---------------------------------------------------------


def versions_now(game_ids: Iterable[UUID]) -> Mapping[UUID, Mark]:
    """The versions of some games, and how much was said in them."""
    rows = Game.objects.filter(id__in=list(game_ids)).values_list(
        "id", "version", "player_message_count", "spectator_message_count"
    )
    return {game_id: tuple(mark) for game_id, *mark in rows}


def seats_now(user_ids: Iterable[UUID]) -> Mapping[UUID, Mark]:
    """For some users, what changes when one of them takes a seat or leaves one."""
    users = list(user_ids)
    rows = (
        Seat.objects.filter(user_id__in=users)
        .order_by()
        .values("user_id")
        .annotate(seats=Count("id"), latest=Max("joined_at"))
        .values_list("user_id", "seats", "latest")
    )
    nowhere: tuple[int, datetime | None] = (0, None)
    return dict.fromkeys(users, nowhere) | {user: (n, at) for user, n, at in rows}
