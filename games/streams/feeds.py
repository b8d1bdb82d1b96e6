"""Feeds: they read from the database what is new for a stream since the last reading."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any, Protocol
from uuid import UUID

from cachetools import LRUCache, cached
from django.db import Error
from django.db.models import Count, Max
from django.utils import timezone

from accounts.models import User
from accounts.permissions import scope_check
from accounts.scopes import GAMES_READ
from accounts.selectors import access_by_name, ban_check
from core import json
from core.errors import InvalidToken
from games.chat.selectors import message_counts
from games.models import Game, Seat, Visibility
from games.play.documents import Viewer, decision_document, is_to_act
from games.play.errors import GameNotFound
from games.play.queries import WholeGame
from games.play.selectors import events_between, live_game_for, view_of
from games.rules.errors import RulesUnavailable
from games.streams.tickets import Caller

logger = logging.getLogger(__name__)
EVENTS_PER_READING = 100
SNAPSHOT_GAP = 500
"""A client that is more events behind gets a snapshot instead."""

Mark = Hashable
"""A value that changes when a game (version, message counts) or a user's seats change."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of one reading.

    It has the messages to send, the marks of the games and users to follow, by id, and a flag that
    says if there is more to read now.
    """

    messages: list[bytes] = field(default_factory=list)
    seen: dict[UUID, Mark] = field(default_factory=dict)
    more: bool = False


class Feed(Protocol):
    """The source of one client's messages. It stores only how far it has read."""

    caller: Caller
    language: str

    @property
    def watched(self) -> dict[UUID, Mark]:
        """The marks to follow before the first reading."""

    def read(self) -> Reading:
        """Read what is new. Raises the errors of an equivalent API request."""


def user_of(caller: Caller) -> User:
    """Return the user of a valid token. Raises InvalidToken, InsufficientScope, Banned."""
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
    """Return the events after number ``after``, up to the event count of ``game``.

    Events are read after the game and its seats. Without this limit, a player who left in between
    could see newer private events.
    """
    return events_between(
        game=game, seats=seats, viewer=viewer, after=after, limit=limit, upto=game.event_count
    )


def changed_document(*, game: Game, viewer: Viewer) -> dict[str, Any]:
    """Return the message that a game has changed, with the public part of the open decision."""
    return {
        "game": game.id,
        "version": game.version,
        "status": game.status,
        "your_seat": viewer.seat,
        "your_turn": is_to_act(game, viewer),
        "decision": decision_document(game=game, viewer=viewer, live_game=None),
        "messages": message_counts(game, viewer),
    }


def options_add(document: dict[str, Any], whole: WholeGame, viewer: Viewer) -> None:
    """Put the options into the decision of ``document`` if it is the viewer's turn, so that it is
    the decision that ``GET games/{game_id}/`` shows to them.
    """
    if document["your_turn"]:
        with without_failing(whole.game):
            live_game = live_game_for(game=whole.game, seats=whole.seats, viewer=viewer)
            document["decision"] = decision_document(
                game=whole.game, viewer=viewer, live_game=live_game
            )


def view_add(document: dict[str, Any], whole: WholeGame, viewer: Viewer, user: User) -> None:
    """Put the game into ``document`` as ``GET games/{game_id}/`` shows it to the user."""
    game = whole.game
    with without_failing(game):
        if viewer.seat is None and game.visibility == Visibility.PUBLIC and not game.tried_from_id:
            view = spectator_view(whole, viewer.language)
            document["view"] = {**view, "server_time": timezone.now()}
        else:
            document["view"] = view_of(whole, viewer, user)


@cached(
    LRUCache(maxsize=64),
    key=lambda whole, language: (whole.game.id, whole.game.version, language),
    lock=Lock(),
)
def spectator_view(whole: WholeGame, language: str) -> dict[str, Any]:
    """Return a public game as all spectators see it, computed once for each version."""
    return view_of(whole, Viewer(language=language), None)


@contextmanager
def without_failing(game: Game) -> Iterator[None]:
    """Leave a block without an error if its game cannot be shown: it must not block others."""
    try:
        yield
    except (GameNotFound, RulesUnavailable):
        pass
    except Error:
        raise
    except Exception:
        logger.exception("A stream cannot show the game %s", game.id)


def mark_of(game: Game) -> Mark:
    """Return the mark of a game, as ``versions_now`` does."""
    return (game.version, game.player_message_count, game.spectator_message_count)


def within_reach(*, game: Game, after: int) -> bool:
    """True if the events since ``after`` can be sent one by one, without a snapshot."""
    return 0 <= game.event_count - after <= SNAPSHOT_GAP


# --- batch queries of the hub ------------------------------------------------------------------


def versions_now(game_ids: Iterable[UUID]) -> Mapping[UUID, Mark]:
    """Return the marks of games: the version and the message counts."""
    rows = Game.objects.filter(id__in=list(game_ids)).values_list(
        "id", "version", "player_message_count", "spectator_message_count"
    )
    return {game_id: tuple(mark) for game_id, *mark in rows}


def seats_now(user_ids: Iterable[UUID]) -> Mapping[UUID, Mark]:
    """Return the marks of users, which change when a user takes or leaves a seat."""
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


# --- bytes (`text/event-stream`, HTML standard, section 9.2) ------------------------------------

# Some libraries report each empty line as a message, so only messages end with one.
RETRY = b"retry: 3000\n"
"""Milliseconds after which a disconnected client reconnects. The first message continues it."""
HEARTBEAT = b":\n"
"""A comment that keeps proxies from closing an idle connection."""


def message(kind: str, data: Any, id: int | str | None = None) -> bytes:
    """Return one message. When a client reconnects, it sends the last ``id`` that it received."""
    # The JSON contains no line breaks, so one data line is enough.
    name = b"" if id is None else f"id: {id}\n".encode()
    return b"%sevent: %s\ndata: %s\n\n" % (name, kind.encode(), json.dumps(data))
