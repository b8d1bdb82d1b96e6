"""Reads and writes of lobbies. Reads lock the game, and writes expect the lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.lobby.errors import GameNotInLobby, NotTheHost
from games.models import Game, Seat, Status
from games.models.game import columns_of
from games.models.lobby import HOST_TEXTS, GameSettings, LobbyFields
from games.play import notify
from games.play.bot_seats import name_bots, name_stored_bots
from games.play.errors import NotSeated
from games.play.locking import game_lock, hide_from_stranger, seats_of
from games.play.save import game_save
from games.play.wakeup import user_publish_on_commit

SETTLED = columns_of(GameSettings, LobbyFields)
"""Columns that may change before the start and never after it."""
AFTER_MISSED_START = timedelta(days=1)
Seats = Sequence[Seat]


# --- reading -----------------------------------------------------------------------------------


def lobby_of_host(*, user: User, game_id: UUID) -> tuple[Game, list[Seat]]:
    """Lock a lobby for its host; return the game and its seats.

    Raises GameNotFound, NotTheHost, GameNotInLobby.
    """
    game = game_lock(game_id)
    seats = seats_of(game)
    host_check(game=game, seats=seats, user=user)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    return game, seats


def host_check(*, game: Game, seats: Seats, user: User) -> None:
    """Raise NotTheHost unless the user is the host; GameNotFound if they may not see the game."""
    if game.created_by_id == user.id:
        return
    if seat_of(seats=seats, user=user):
        raise NotTheHost
    raise hide_from_stranger(NotTheHost(), game=game, user=user)


def lobby_of_player(*, user: User, game_id: UUID) -> tuple[Game, list[Seat], Seat]:
    """Lock a lobby for a player; return the game, its seats and the player's seat.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game = game_lock(game_id)
    seats = seats_of(game)
    seat = seat_of(seats=seats, user=user)
    if seat is None:
        raise hide_from_stranger(NotSeated(), game=game, user=user)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    return game, seats, seat


def seat_of(*, seats: Seats, user: User) -> Seat | None:
    """Return the seat of a user, or None."""
    return next((seat for seat in seats if seat.user_id == user.id), None)


def seat_find(*, seats: Seats, number: int) -> Seat:
    """Return the seat of this number. Raises Invalid if there is none."""
    if not 0 <= number < len(seats):
        detail = _("Seats are numbered 0 to %(last)s.") % {"last": len(seats) - 1}
        raise Invalid.field("/seat", "no_such_seat", detail)
    return seats[number]


def free_numbers(seats: Seats) -> list[int]:
    """Return the numbers of the free seats."""
    return [seat.number for seat in seats if seat.free]


# --- writing -----------------------------------------------------------------------------------


def lobby_save(game: Game, seats: Seats) -> Game:
    """Save a changed lobby, which also delays its expiry."""
    lobby_update(game, seats)
    name_stored_bots(seats)
    return game_save(game, also=SETTLED)


def lobby_update(game: Game, seats: Seats) -> None:
    """Set the number of free seats, and when the lobby starts or expires."""
    game.free_seats = len(free_numbers(seats))
    if game.starts_at is not None:
        game.expires_at = game.starts_at + AFTER_MISSED_START
    else:
        game.expires_at = database_clock.now() + timedelta(days=settings.LOBBY_DAYS)
    game.lobby_due_at = game.starts_at or game.expires_at
    game.attempts = 0


def host_texts_blank(game: Game) -> None:
    """Remove what the host wrote, without saving the game."""
    for name in HOST_TEXTS:
        setattr(game, name, "")


def lobby_insert(game: Game, seats: Seats) -> Game:
    """Insert a new game and its seats."""
    lobby_update(game, seats)
    name_bots(seats)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    return game


def lobby_close(game: Game) -> None:
    """Clear the columns that matter only in the lobby."""
    game.starts_at = game.expires_at = game.lobby_due_at = None
    game.free_seats = game.attempts = 0


def lobby_cancel(game: Game, seats: Seats, *, why: str) -> Game:
    """Cancel a game in the lobby, and notify its players of the reason."""
    lobby_close(game)
    game.status, game.finished_at = Status.CANCELLED, database_clock.now()
    notify.notification_enqueue(game, seats, "game_cancelled", why=why)
    return game_save(game, also=SETTLED)


# --- seats -------------------------------------------------------------------------------------


def seat_occupy(*, user: User, seat: Seat) -> None:
    """Put a user on a free seat, without saving it."""
    seat.user, seat.joined_at, seat.ready_at = user, database_clock.now(), None
    user_publish_on_commit(user.id)


def seat_vacate(seat: Seat) -> None:
    """Take the user off a seat, and save it."""
    if seat.user_id is not None:
        user_publish_on_commit(seat.user_id)
    seat.user = seat.joined_at = seat.ready_at = None
    seat.save()


def ready_reset(game: Game, seats: Seats) -> None:
    """Mark all players as not ready, because the game has changed."""
    game.seats.filter(ready_at__isnull=False).update(ready_at=None)
    for seat in seats:
        seat.ready_at = None
