"""What players do in the lobby: join, change seats, say that they are ready, leave."""

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
    """Take a seat, by default the first free one. If that was all it waited for, the game starts.

    ``by_invitation``: only if the user is still invited. Private games are joined by their host
    and by who is invited, others by whoever passes their filters. Raises GameNotFound,
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
    """Move to another free seat. Raises GameNotFound, NotSeated, GameNotInLobby, SeatTaken,
    Invalid.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    target = seat_find(seats=seats, number=seat)
    if target is mine:
        return game
    if not target.free:
        raise SeatTaken(free_numbers(seats))
    target.user, target.joined_at, target.ready_at = mine.user, mine.joined_at, mine.ready_at
    seat_vacate(mine)
    target.save(update_fields=["user", "joined_at", "ready_at"])
    return lobby_save(game, seats)


@transaction.atomic
def ready_set(*, user: User, game_id: UUID, ready: bool) -> Game:
    """Say that one is ready, or no longer. If that was all it waited for, the game starts.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    if ready == (mine.ready_at is not None):
        return game
    mine.ready_at = database_clock.now() if ready else None
    mine.save(update_fields=["ready_at"])
    return lobby_save_or_start(game, seats)


@transaction.atomic
def game_leave(*, user: User, game_id: UUID) -> Game:
    """Give a seat back before the start; later a player can only resign.

    If the host leaves, whoever sits there longest is the host, and the game loses the title that
    it had from him; if nobody sits there, it is called off. Raises GameNotFound, NotSeated,
    GameNotInLobby.
    """
    game, seats, mine = lobby_of_player(user=user, game_id=game_id)
    seat_vacate(mine)
    if game.created_by_id == user.id:
        heir = longest_seated(seats)
        if heir is None:
            return lobby_cancel(game, seats, why="deserted")
        assert heir.user is not None
        game.created_by, game.title = heir.user, ""
        notify.notification_enqueue(game, [heir], "host_passed")
    return lobby_save(game, seats)


def longest_seated(seats: Sequence[Seat]) -> Seat | None:
    seated = [(target.joined_at, target.number) for target in seats if target.joined_at is not None]
    return seats[min(seated)[1]] if seated else None
