"""Changes by players before the start: join, change seats, be ready, leave."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core import database_clock
from games.lobby.admission import seat_take
from games.lobby.errors import AlreadySeated, GameNotInLobby, SeatTaken
from games.lobby.repository import (
    free_numbers,
    host_texts_blank,
    lobby_cancel,
    lobby_of_player,
    lobby_save,
    seat_find,
    seat_of,
    seat_vacate,
)
from games.lobby.start import lobby_save_or_start
from games.models import Game, Seat, Status
from games.play import notify
from games.play.locking import game_lock, hide_from_stranger, seats_of


@transaction.atomic
def game_join(
    *, user: User, game_id: UUID, seat: int | None = None, by_invitation: bool = False
) -> Game:
    """Take a seat, by default the first free one; the game may start automatically.

    With ``by_invitation`` the user needs an open invitation. Private games are open to their host
    and to invited users, other games to all users who pass their filters. Raises GameNotFound,
    GameNotInLobby, AlreadySeated, and what ``seat_take`` raises.
    """
    game = game_lock(game_id)
    seats = seats_of(game)
    mine = seat_of(seats=seats, user=user)
    if game.status != Status.LOBBY:
        error = GameNotInLobby(game.status)
        raise error if mine else hide_from_stranger(error, game=game, user=user)
    if mine is not None:
        raise AlreadySeated(mine.number)
    seat_take(game=game, seats=seats, user=user, number=seat, by_invitation=by_invitation)
    return lobby_save_or_start(game, seats)


@transaction.atomic
def seat_change(*, user: User, game_id: UUID, seat: int) -> Game:
    """Move to another free seat.

    Raises GameNotFound, NotSeated, GameNotInLobby, SeatTaken, Invalid.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    target = seat_find(seats=seats, number=seat)
    if target is mine:
        return game
    if not target.free:
        raise SeatTaken(free_numbers(seats))
    target.user, target.joined_at, target.ready_at = mine.user, mine.joined_at, mine.ready_at
    seat_vacate(mine)
    target.save()
    return lobby_save(game, seats)


@transaction.atomic
def ready_set(*, user: User, game_id: UUID, ready: bool) -> Game:
    """Mark the player as ready, or not ready; the game may start automatically.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    if ready == (mine.ready_at is not None):
        return game
    mine.ready_at = database_clock.now() if ready else None
    mine.save()
    return lobby_save_or_start(game, seats)


@transaction.atomic
def game_leave(*, user: User, game_id: UUID) -> Game:
    """Leave a game before its start.

    If the host leaves, the longest-seated player becomes the host and the game loses its title; if
    no player remains, the game is cancelled. Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    seat_vacate(mine)
    if game.created_by_id == user.id:
        new_host = longest_seated(seats)
        if new_host is None:
            return lobby_cancel(game, seats, why="deserted")
        assert new_host.user is not None
        game.created_by = new_host.user
        host_texts_blank(game)
        notify.notification_enqueue(game, [new_host], "host_passed")
    return lobby_save(game, seats)


def longest_seated(seats: Sequence[Seat]) -> Seat | None:
    """Return the seat of the player who joined first, or None."""
    seated = [(target.joined_at, target.number) for target in seats if target.joined_at is not None]
    return seats[min(seated)[1]] if seated else None
