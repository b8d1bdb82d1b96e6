"""Locks for changing games, and the reads that go with them."""

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
    """Lock a game until the transaction ends. Every write to a game begins with this.

    SQLite has no row locks; there, the transaction itself excludes all others. Raises GameNotFound,
    and TransactionManagementError outside a transaction.
    """
    game = _game_rows(game_id).first()
    if game is None:
        raise GameNotFound
    return game


def _game_rows(game_id: UUID, *, skip: bool = False) -> QuerySet[Game]:
    """Return a query that locks a game and reads it with its host.

    With ``skip`` it finds nothing while another transaction holds the lock. Raises
    TransactionManagementError.
    """
    transaction_check()
    rows = Game.objects.select_for_update(of=("self",), skip_locked=skip)
    return rows.select_related("created_by").filter(id=game_id).order_by()


def transaction_check() -> None:
    """Raise TransactionManagementError outside a transaction. Django checks on PostgreSQL only."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("A lock needs a transaction: without one it ends at once.")


@dataclass(frozen=True, slots=True)
class LockedGame:
    """A game locked by this transaction, with its seats and its state."""

    game: Game
    seats: list[Seat]
    state: GameState | None
    """None before the start."""

    state_hash: str | None
    """The hash stored with the last move; the state must have the same."""

    now: datetime


def game_lock_whole(game_id: UUID) -> LockedGame:
    """Lock a game and read everything a move needs. Raises GameNotFound."""
    locked = _whole_lock(game_id)
    if locked is None:
        raise GameNotFound
    return locked


def game_lock_whole_or_none(game_id: UUID) -> LockedGame | None:
    """Do the same without waiting; None if the game is locked already, or does not exist."""
    return _whole_lock(game_id, skip=True)


def _whole_lock(game_id: UUID, *, skip: bool = False) -> LockedGame | None:
    transaction_check()
    whole = queries.read_for_move(game_id) if queries.lock_row(game_id, skip=skip) else None
    if whole is None:
        return None
    now = database_clock.statement_time(whole.clock)
    return LockedGame(whole.game, whole.seats, whole.state, whole.state_hash, now)


def game_lock_or_none(game_id: UUID) -> Game | None:
    """Lock a game without waiting; None if it is locked already, or does not exist."""
    return _game_rows(game_id, skip=True).first()


def unlocked_rows(game_id: UUID) -> QuerySet[Game]:
    """Return a query that locks a game, and finds nothing while it is locked already.

    For sweeps: one that waited for a stuck process would delay all other games.
    """
    return Game.objects.select_for_update(of=("self",), skip_locked=True).filter(id=game_id)


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game in order, each with its user."""
    return list(game.seats.select_related("user").order_by("number"))


def hide_from_stranger(error: ApiError, *, game: Game, user: User) -> ApiError:
    """Return the error to raise for a user without a seat.

    It is GameNotFound if the game is private and the user may not know of it, else ``error``.
    """
    hidden = game.visibility == Visibility.PRIVATE and game.created_by_id != user.id
    return GameNotFound() if hidden and not may_know(game=game, user=user) else error


def seat_lock_running(*, user: User, game_id: UUID) -> tuple[Game, list[Seat], Seat]:
    """Lock a running game; return it, its seats and the user's seat.

    Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatLost.
    """
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
