"""The hot reads of a game, in SQL: the ORM compiles each for longer than the database answers it.

All other statements of games are the ORM's. ``tests/games/play/test_queries.py`` checks the plans.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection

from accounts.models import User
from core.raw_rows import JoinedModels
from games.models import Game, GameState, Seat

PERSON = ("id", "username")
OWN_SEAT = ("id", "number", "user_id", "seen_from", "lost_at")
GLANCE = (
    "id",
    "ruleset",
    "rules_version",
    "visibility",
    "status",
    "version",
    "event_count",
    "created_by_id",
    "said_players",
    "said_spectators",
)

# Game, host and state are joined to the first seat only: they are too long to be sent with each.
WHOLE = """
SELECT {columns}{more}
FROM games_seat s
LEFT JOIN accounts_user p ON p.id = s.user_id
LEFT JOIN games_game g ON g.id = s.game_id AND s.number = 0
LEFT JOIN accounts_user h ON h.id = g.created_by_id
LEFT JOIN games_gamestate t ON t.game_id = g.id
WHERE s.game_id = %s
ORDER BY s.number
"""
LAST_HASH = """
(SELECT m.state_hash FROM games_move m
WHERE m.game_id = g.id AND m.number = g.move_count AND m.undone_by_id IS NULL)
"""
OWN = """
SELECT {columns}
FROM games_game g
LEFT JOIN games_seat s ON s.game_id = g.id AND s.user_id = %s
WHERE g.id = %s
"""
TURN = (
    "id",
    "ruleset",
    "to_act",
    "to_act_since",
    "topic",
    "move_count",
    "ids_used_up",
    "deadline_at",
    "paused",
    "frozen",
)
TURNS = """
SELECT {columns}
FROM games_seat s
JOIN games_game g ON g.id = s.game_id AND g.to_act = s.number
WHERE s.user_id = %s AND s.lost_at IS NULL AND s.away_since IS NULL AND g.status = 'active'
ORDER BY g.deadline_at IS NULL, g.deadline_at, g.to_act_since, g.id
"""
LOCK = "SELECT id FROM games_game WHERE id = %s FOR UPDATE"


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game with its host, its seats and, if it was started, its state, all of one instant."""

    game: Game
    seats: list[Seat]
    state: GameState | None
    state_hash: str | None = None
    """Of the last move; read for a move only."""
    clock: datetime | None = None
    """The time by the database's clock; read for a move only. SQLite has none."""


def read_whole(game_id: UUID) -> WholeGame | None:
    """Return all that a view is made of, or None.

    It is one statement: two could lie on different sides of a move.
    """
    rows = whole_tables().fetch(view_sql(), game_id)
    return whole_game(rows) if rows else None


def read_for_move(game_id: UUID) -> WholeGame | None:
    """Return all that a move needs, or None. Call it under the lock: whoever held the lock before
    may have changed any of it.
    """
    rows = whole_tables().fetch(move_sql(), game_id)
    if not rows:
        return None
    *_, state_hash, clock = rows[0]
    found = whole_game(rows)
    clock = clock and clock.astimezone(UTC)
    return WholeGame(found.game, found.seats, found.state, state_hash, clock)


def whole_game(rows: list[list[Any]]) -> WholeGame:
    """Return the game of these rows, one for each seat."""
    game, game.created_by, state = rows[0][2:5]
    if state is not None:
        state.game = game
    for seat, user, *_ in rows:
        seat.game, seat.user = game, user
    return WholeGame(game, [row[0] for row in rows], state)


def read_glance(game_id: UUID, user_id: UUID) -> tuple[Game, Seat | None] | None:
    """Return the columns ``GLANCE`` of a game, and the seat of a user in it; None: no such game."""
    rows = glance_tables().fetch(glance_sql(), user_id, game_id)
    return (rows[0][0], rows[0][1]) if rows else None


def read_turns(user_id: UUID) -> list[Game]:
    """Return the games, with the columns ``TURN``, in which a user has to decide, the most urgent
    first.
    """
    return [game for (game,) in turn_tables().fetch(turns_sql(), user_id)]


def lock_row(game_id: UUID) -> None:
    """Lock a game until the transaction ends. SQLite has no row locks: there the transaction itself
    excludes all others.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute(LOCK, [game_id])


@cache
def whole_tables() -> JoinedModels:
    return JoinedModels(
        s=(Seat, ()), p=(User, PERSON), g=(Game, ()), h=(User, PERSON), t=(GameState, ())
    )


@cache
def glance_tables() -> JoinedModels:
    return JoinedModels(g=(Game, GLANCE), s=(Seat, OWN_SEAT))


@cache
def turn_tables() -> JoinedModels:
    return JoinedModels(g=(Game, TURN))


@cache
def view_sql() -> str:
    return WHOLE.format(columns=whole_tables().columns, more="")


@cache
def move_sql() -> str:
    # now() would stand still from the start of the transaction on.
    clock = "clock_timestamp()" if connection.vendor == "postgresql" else "NULL"
    return WHOLE.format(columns=whole_tables().columns, more=f", {LAST_HASH}, {clock}")


@cache
def glance_sql() -> str:
    return OWN.format(columns=glance_tables().columns)


@cache
def turns_sql() -> str:
    return TURNS.format(columns=turn_tables().columns)
