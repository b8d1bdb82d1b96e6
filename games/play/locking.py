"""The lock under which a game changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

from accounts.models import User
from core import database_clock
from core.errors import ApiError
from games.models import Game, GameState, Seat, Status, Visibility
from games.play import queries
from games.play.errors import GameNotFound, GameNotStarted, NotSeated, SeatLost
from games.play.selectors import may_know
from games.rules.errors import GameOver


def game_lock(game_id: UUID) -> Game:
    """The game, locked until the transaction ends; every write to a game begins with this.

    SQLite has no row locks: there the transaction itself excludes all others. Raises GameNotFound;
    TransactionManagementError outside of a transaction.
    """
    game = _game_rows(game_id).first()
    if game is None:
        raise GameNotFound
    return game


def _game_rows(game_id: UUID, *, skip: bool = False) -> QuerySet[Game]:
    """The game with its host, to be locked when it is read; ``skip``: nothing if somebody else is
    at it. Raises TransactionManagementError.
    """
    transaction_check()
    rows = Game.objects.select_for_update(of=("self",), skip_locked=skip)
    return rows.select_related("created_by").filter(id=game_id).order_by()


def transaction_check() -> None:
    """Raises TransactionManagementError; Django notices it on PostgreSQL only."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("A lock outside of a transaction would not be kept.")


@dataclass(frozen=True, slots=True)
class LockedGame:
    """A game in the hands of a transaction, and what is in it: nobody else can change it."""

    game: Game
    seats: list[Seat]
    state: GameState | None
    """None: it was not started."""

    state_hash: str | None
    """That the last move has: the state must have it, too."""

    now: datetime


def game_lock_whole(game_id: UUID) -> LockedGame:
    """The game, locked as by ``game_lock``, with all that a move needs. Raises GameNotFound."""
    transaction_check()
    queries.lock_row(game_id)
    whole = queries.read_for_move(game_id)
    if whole is None:
        raise GameNotFound
    now = database_clock.statement_time(whole.clock)
    return LockedGame(whole.game, whole.seats, whole.state, whole.state_hash, now)


def game_lock_or_none(game_id: UUID) -> Game | None:
    """The game, locked, if nobody else is at it; None if somebody is, or there is none."""
    return _game_rows(game_id, skip=True).first()


def unlocked_rows(game_id: UUID) -> QuerySet[Game]:
    """The game, to be locked when it is read; nothing while somebody else is at it. Sweeps go by
    this: one that waited for a process that stands still would keep all other games waiting.
    """
    return Game.objects.select_for_update(of=("self",), skip_locked=True).filter(id=game_id)


def seats_of(game: Game) -> list[Seat]:
    """The seats of a game in order, each with its user."""
    return list(game.seats.select_related("user").order_by("number"))


def seat_lock(*, user: User, game_id: UUID) -> tuple[Game, Seat]:
    """The game, locked, and the seat of ``user`` in it. Raises GameNotFound, NotSeated."""
    game = game_lock(game_id)
    mine = next((seat for seat in seats_of(game) if seat.user_id == user.id), None)
    if mine is None:
        raise hide_from_stranger(NotSeated(), game=game, user=user)
    return game, mine


def hide_from_stranger(error: ApiError, *, game: Game, user: User) -> ApiError:
    """What a user without a seat is told: of a private game only its host hears ``error``, and
    who has sat there or may sit there yet.
    """
    hidden = game.visibility == Visibility.PRIVATE and game.created_by_id != user.id
    return GameNotFound() if hidden and not may_know(game=game, user=user) else error


def seat_lock_running(*, user: User, game_id: UUID) -> tuple[Game, list[Seat], Seat]:
    """A running game, locked, its seats, and the one ``user`` holds. Raises as above."""
    game = game_lock(game_id)
    seats = seats_of(game)
    seat = next((one for one in seats if one.user_id == user.id), None)
    if seat is None:
        raise hide_from_stranger(NotSeated(), game=game, user=user)
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if seat.lost_at:
        raise SeatLost
    return game, seats, seat
