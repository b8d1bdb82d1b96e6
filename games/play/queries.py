"""The most frequent reads of games, in SQL.

The ORM would take longer to compile each query than the database takes to answer it. All other
queries of games use the ORM. ``tests/games/play/test_queries.py`` checks the query plans.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from accounts.models import User
from core.raw_rows import JoinedModels
from games.models import Game, GameState, Move, Seat

PERSON = ("id", "username", "is_bot")
OWN_SEAT = ("id", "number", "user_id", "seen_from", "lost_at")
HEADER = (
    "id",
    "ruleset",
    "rules_version",
    "visibility",
    "status",
    "version",
    "event_count",
    "created_by_id",
    "player_message_count",
    "spectator_message_count",
    "anonymous",
    "rated",
)
LAST_MOVE = ("id", "number", "events", "first_event", "created_at")

# Game, host and state are joined to the first seat only: they are too large to repeat for each.
WHOLE = """
SELECT {columns}{more}
FROM games_seat s
LEFT JOIN accounts_user p ON p.id = s.user_id
LEFT JOIN games_game g ON g.id = s.game_id AND s.number = 0
LEFT JOIN accounts_user h ON h.id = g.created_by_id
LEFT JOIN games_gamestate t ON t.game_id = g.id
{joins}
WHERE s.game_id {games}
ORDER BY s.number, g.created_at DESC, g.id DESC
"""
MOVE = """
LEFT JOIN games_move m ON m.game_id = g.id AND m.number = g.move_count AND m.undone_by_id IS NULL
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
TURNS = """
SELECT {columns}
FROM games_seat s
JOIN games_game g ON g.id = s.game_id AND g.to_act = s.number
WHERE s.user_id = %s AND s.lost_at IS NULL AND s.away_since IS NULL AND g.status = 'active'
ORDER BY g.deadline_at IS NULL, g.deadline_at, g.to_act_since, g.id
"""
LOCK = "SELECT id FROM games_game WHERE id = %s FOR UPDATE"
LOCK_OR_SKIP = f"{LOCK} SKIP LOCKED"


class OpenTurn(NamedTuple):
    """The columns of a game that the inbox of its player to act shows."""

    id: UUID
    ruleset: str
    move_count: int
    to_act: int
    to_act_since: datetime
    decision_id_offset: int
    topic: str
    deadline_at: datetime | None
    paused: bool
    frozen: bool

    @property
    def decision_id(self) -> int:
        """The id of the open decision, as ``Game.decision_id``."""
        return self.move_count + self.decision_id_offset + 1


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game with its host, its seats and its state (None before the start), read at one time."""

    game: Game
    seats: list[Seat]
    state: GameState | None
    state_hash: str | None = None
    """The hash of the last move; only ``read_for_move`` reads it."""
    clock: datetime | None = None
    """The database's clock; only ``read_for_move`` reads it. None on SQLite."""
    last_move: Move | None = None
    """The move that led to the state, with the columns ``LAST_MOVE``; only ``read_for_picture``
    reads it.
    """


def read_whole(game_id: UUID) -> WholeGame | None:
    """Return everything that a view shows, or None if there is no such game.

    It is one query: of two, one could run before a move and one after it.
    """
    rows = whole_tables().fetch(view_sql(), game_id)
    return whole_game(rows) if rows else None


def read_for_picture(game_id: UUID) -> WholeGame | None:
    """Return everything that a view shows and the last move, or None if there is no such game."""
    rows = picture_tables().fetch(picture_sql(), game_id)
    return replace(whole_game(rows), last_move=rows[0][5]) if rows else None


def read_for_move(game_id: UUID) -> WholeGame | None:
    """Return everything that a move needs, or None if there is no such game.

    Call it after locking: the transaction that held the lock before may have changed any of it.
    """
    rows = whole_tables().fetch(move_sql(), game_id)
    if not rows:
        return None
    *_, state_hash, clock = rows[0]
    clock = clock and clock.astimezone(UTC)
    return replace(whole_game(rows), state_hash=state_hash, clock=clock)


def whole_game(rows: list[list[Any]]) -> WholeGame:
    """Return the game from its rows, one per seat."""
    game, game.created_by, state = rows[0][2:5]
    if state is not None:
        state.game = game
    for seat, user, *_ in rows:
        seat.game, seat.user = game, user
    return WholeGame(game, [row[0] for row in rows], state)


def read_listed(ids: Collection[UUID]) -> dict[UUID, tuple[Game, list[Seat]]]:
    """Return games with their hosts and seats, without their states, newest first."""
    games: dict[UUID, tuple[Game, list[Seat]]] = {}
    rows = listed_tables().fetch(listed_sql(), list(ids)) if ids else []
    for seat, user, first, host in rows:
        if first is not None:
            first.created_by = host
            games[first.id] = (first, [])
        game, seats = games[seat.game_id]
        seat.game, seat.user = game, user
        seats.append(seat)
    return games


def read_header(game_id: UUID, user_id: UUID | None) -> tuple[Game, Seat | None] | None:
    """Return a game (columns ``HEADER``) and the user's seat, or None if there is no game."""
    rows = header_tables().fetch(header_sql(), user_id, game_id)
    return (rows[0][0], rows[0][1]) if rows else None


def read_turns(user_id: UUID) -> list[OpenTurn]:
    """Return the games that wait for the user, most urgent first."""
    return [OpenTurn._make(row) for row in turn_tables().fetch_values(turns_sql(), user_id)]


def lock_row(game_id: UUID, *, skip: bool = False) -> bool:
    """Lock a game until the transaction ends. Return False if there is no such game.

    With ``skip``, also while another transaction holds the lock. SQLite has no row locks: the
    transaction itself excludes all others, and the result is always True.
    """
    if not connection.features.has_select_for_update:
        return True
    with connection.cursor() as cursor:
        cursor.execute(LOCK_OR_SKIP if skip else LOCK, [game_id])
        return cursor.fetchone() is not None


@cache
def whole_tables() -> JoinedModels:
    """Return the tables of a whole game: seats, users, host and state."""
    return JoinedModels(
        s=(Seat, ()), p=(User, PERSON), g=(Game, ()), h=(User, PERSON), t=(GameState, ())
    )


@cache
def listed_tables() -> JoinedModels:
    """Return the tables of a game in a list: seats, users and host."""
    return JoinedModels(s=(Seat, ()), p=(User, PERSON), g=(Game, ()), h=(User, PERSON))


@cache
def picture_tables() -> JoinedModels:
    """Return the tables of a whole game with its last move."""
    return JoinedModels(
        s=(Seat, ()),
        p=(User, PERSON),
        g=(Game, ()),
        h=(User, PERSON),
        t=(GameState, ()),
        m=(Move, LAST_MOVE),
    )


@cache
def header_tables() -> JoinedModels:
    """Return the tables of a game's header and the viewer's seat."""
    return JoinedModels(g=(Game, HEADER), s=(Seat, OWN_SEAT))


@cache
def turn_tables() -> JoinedModels:
    """Return the table of the inbox."""
    return JoinedModels(g=(Game, OpenTurn._fields))


@cache
def view_sql() -> str:
    """Return the statement that reads what a view needs."""
    return WHOLE.format(columns=whole_tables().columns, more="", joins="", games="= %s")


@cache
def listed_sql() -> str:
    """Return the statement that reads what lists show of some games."""
    is_postgresql = connection.vendor == "postgresql"
    games = "= ANY(%s)" if is_postgresql else "IN (SELECT value FROM json_each(%s))"
    return WHOLE.format(columns=listed_tables().columns, more="", joins="", games=games)


@cache
def picture_sql() -> str:
    """Return the statement that reads what a picture needs."""
    return WHOLE.format(columns=picture_tables().columns, more="", joins=MOVE, games="= %s")


@cache
def move_sql() -> str:
    """Return the statement that reads what a move needs, with the database's time."""
    # now() would return the time when the transaction began.
    clock = "clock_timestamp()" if connection.vendor == "postgresql" else "NULL"
    more = f", {LAST_HASH}, {clock}"
    return WHOLE.format(columns=whole_tables().columns, more=more, joins="", games="= %s")


@cache
def header_sql() -> str:
    """Return the statement that reads the header of a game."""
    return OWN.format(columns=header_tables().columns)


@cache
def turns_sql() -> str:
    """Return the statement that reads the inbox of a user."""
    return TURNS.format(columns=turn_tables().columns)
