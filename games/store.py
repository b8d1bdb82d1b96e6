"""The hot statements: what every look at a match and every move asks of the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from uuid import UUID

from django.db import connection

from accounts.models import User
from citadels.rows import Columns, columns, key_stored, linked, row_insert, row_update
from citadels.statements import Row, asked
from games.models import Game, GameState, Move, Seat

PERSON = ("id", "username")
OWN_SEAT = ("id", "number", "user_id", "seen_from", "lost_at")
MOVE = tuple(field.attname for field in Move._meta.concrete_fields if field.name != "id")


def person() -> Columns[User]:
    """Of users that stand beside a match; the rest of one is read when it is asked for."""
    return columns(User, *PERSON)


# --- one match -----------------------------------------------------------------------------------


def game_read(game_id: UUID, *, lock: str = "") -> Game | None:
    """A match and its host; ``lock`` is added to the statement, where the database has locks."""
    whole = columns(Game)
    for row in asked(game_statement() + lock, key_stored(Game, game_id)):
        return linked(whole.row(row[: len(whole)]), created_by=person().row(row[len(whole) :]))
    return None


def game_and_state_read(game_id: UUID) -> Game | None:
    """A match with its host and, if it was started, its state, by one statement: two could lie on
    different sides of a move.
    """
    whole = columns(Game)
    for row in asked(game_and_state_statement(), key_stored(Game, game_id)):
        *host, state, nonce = row[len(whole) :]
        game = linked(whole.row(row[: len(whole)]), created_by=person().row(host))
        if state is not None:
            linked(game, state=state_of(game, state, nonce))
        return game
    return None


def whole_read(game_id: UUID) -> tuple[Game, list[Seat]] | None:
    """A match with its host, its seats and, if it was started, its state, all of one instant."""
    rows = whole_rows(game_id)
    return whole_made(rows) if rows else None


def whole_rows(game_id: UUID) -> list[Row]:
    """All that a look at a match is made of, as the database gives it; nothing: it is not there."""
    return asked(whole_statement(), key_stored(Game, game_id))


def whole_made(rows: list[Row]) -> tuple[Game, list[Seat]]:
    """Match, host, state and seats of these rows."""
    begin = len(columns(Seat)) + len(person())
    end = begin + len(columns(Game))
    *host, text, nonce = rows[0][end:]
    game = linked(columns(Game).row(rows[0][begin:end]), created_by=person().row(host))
    if text is not None:
        linked(game, state=state_of(game, text, nonce))
    return game, [seat_of(game, row) for row in rows]


def glance_read(game_id: UUID, user_id: UUID, *names: str) -> tuple[Game, Seat | None] | None:
    """These columns of a match, and the seat of a user in it, by one statement."""
    some, own = columns(Game, *names), columns(Seat, *OWN_SEAT)
    keys = key_stored(User, user_id), key_stored(Game, game_id)
    for row in asked(glance_statement(*names), *keys):
        seat = None if row[len(some)] is None else own.row(row[len(some) :])
        return some.row(row[: len(some)]), seat
    return None


@cache
def game_statement() -> str:
    return (
        f"SELECT {columns(Game).of('g')}, {person().of('u')} FROM games_game g "
        "JOIN accounts_user u ON u.id = g.created_by_id WHERE g.id = %s"
    )


@cache
def game_and_state_statement() -> str:
    return (
        f"SELECT {columns(Game).of('g')}, {person().of('u')}, t.state, t.nonce FROM games_game g "
        "JOIN accounts_user u ON u.id = g.created_by_id "
        "LEFT JOIN games_gamestate t ON t.game_id = g.id WHERE g.id = %s"
    )


@cache
def whole_statement() -> str:
    """Match, host and state stand beside the first seat only: they are too long to be sent with
    each.
    """
    return (
        f"SELECT {columns(Seat).of('s')}, {person().of('p')}, {columns(Game).of('g')}, "
        f"{person().of('u')}, t.state, t.nonce "
        "FROM games_seat s LEFT JOIN accounts_user p ON p.id = s.user_id "
        "LEFT JOIN games_game g ON g.id = s.game_id AND s.number = 0 "
        "LEFT JOIN accounts_user u ON u.id = g.created_by_id "
        "LEFT JOIN games_gamestate t ON t.game_id = g.id "
        "WHERE s.game_id = %s ORDER BY s.number"
    )


@cache
def glance_statement(*names: str) -> str:
    return (
        f"SELECT {columns(Game, *names).of('g')}, {columns(Seat, *OWN_SEAT).of('s')} "
        "FROM games_game g LEFT JOIN games_seat s ON s.game_id = g.id AND s.user_id = %s "
        "WHERE g.id = %s"
    )


# --- its seats and its state ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Within:
    """What is inside of a match at one instant: its seats and, if it was started, its state."""

    seats: list[Seat]
    state: GameState | None
    state_hash: str | None
    """That the last move has."""

    clock: datetime | None
    """What the database's clock shows; None: it has none."""


def seats_read(game: Game) -> list[Seat]:
    """The seats of a match in order, each with its user."""
    rows = asked(seats_statement(), key_stored(Game, game.id))
    return [seat_of(game, row) for row in rows]


def within_read(game: Game) -> Within:
    """Seats, state, its hash and instant of a match, by one statement."""
    rows = asked(within_statement(), game.move_count, key_stored(Game, game.id))
    *_, text, nonce, state_hash, clock = rows[0]  # there is no match without seats
    state = None if text is None else state_of(game, text, nonce)
    seats = [seat_of(game, row) for row in rows]
    return Within(seats, state, state_hash, clock and clock.astimezone(UTC))


def state_of(game: Game, text: str, nonce: str) -> GameState:
    """The state of a match, read with it or for it."""
    return linked(columns(GameState, *STATE_COLUMNS).made((game.id, text, nonce)), game=game)


def seat_of(game: Game, row: Row) -> Seat:
    """The seat that a row begins with, and the user that follows it."""
    whole, people = columns(Seat), person()
    seat, end = whole.row(row[: len(whole)]), len(whole) + len(people)
    user = None if seat.user_id is None else people.row(row[len(whole) : end])
    return linked(seat, game=game, user=user)


STATE_COLUMNS = ("game_id", "state", "nonce")


@cache
def seats_statement() -> str:
    return (
        f"SELECT {columns(Seat).of('s')}, {person().of('u')} FROM games_seat s "
        "LEFT JOIN accounts_user u ON u.id = s.user_id WHERE s.game_id = %s ORDER BY s.number"
    )


LAST_HASH = (
    "CASE WHEN s.number = 0 THEN (SELECT m.state_hash FROM games_move m "
    "WHERE m.game_id = s.game_id AND m.number = %s AND m.undone_by_id IS NULL) END"
)
"""Not by a join: PostgreSQL would look it up for each seat, and do without three of them."""


@cache
def within_statement() -> str:
    """The state stands beside the first seat only: it is too long to be sent with each."""
    # now() would stand still from the begin of the transaction on.
    clock = "clock_timestamp()" if connection.vendor == "postgresql" else "NULL"
    return (
        f"SELECT {columns(Seat).of('s')}, {person().of('u')}, t.state, t.nonce, {LAST_HASH}, "
        f"{clock} FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.user_id "
        "LEFT JOIN games_gamestate t ON t.game_id = s.game_id AND s.number = 0 "
        "WHERE s.game_id = %s ORDER BY s.number"
    )


# --- writing -------------------------------------------------------------------------------------


def game_write(game: Game, *names: str) -> None:
    """Store these columns of a match, whose lock the caller holds."""
    row_update(game, *names)


def state_write(state: GameState) -> None:
    """Store the state of a match, whose lock the caller holds."""
    row_update(state, "state")


def move_write(move: Move) -> None:
    """Append a move to a match, whose lock the caller holds."""
    row_insert(move, *MOVE)
