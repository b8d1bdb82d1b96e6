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
    chair_numbered,
    free_numbers,
    lobby_call_off,
    lobby_of_player,
    lobby_save,
    seat_of,
    stand_up,
)
from games.lobby.start import lobby_go_on
from games.models import Game, Seat, Status
from games.play import notify
from games.play.locking import game_locked, seats_of, told_stranger


@transaction.atomic
def game_join(
    *, user: User, game_id: UUID, seat: int | None = None, by_invitation: bool = False
) -> Game:
    """Take a seat, by default the first free one. If that was all it waited for, the match starts.

    ``by_invitation``: only if the user is still invited. Private matches are joined by their host
    and by who is invited, others by whoever passes their filters. Raises GameNotFound,
    GameNotInLobby, AlreadySeated, and what ``seat_take`` raises.
    """
    game = game_locked(game_id)
    chairs = seats_of(game)
    mine = seat_of(chairs=chairs, user=user)
    if game.status != Status.LOBBY:
        error = GameNotInLobby(game.status)
        raise error if mine else told_stranger(error, game=game, user=user)
    if mine is not None:
        raise AlreadySeated(mine.number)
    seat_take(game=game, chairs=chairs, user=user, number=seat, by_invitation=by_invitation)
    return lobby_go_on(game, chairs)


@transaction.atomic
def seat_change(*, user: User, game_id: UUID, seat: int) -> Game:
    """Move to another free seat. Raises GameNotFound, NotSeated, GameNotInLobby, SeatTaken,
    Invalid.
    """
    game, chairs, mine = lobby_of_player(user=user, game_id=game_id)
    chair = chair_numbered(chairs=chairs, number=seat)
    if chair is mine:
        return game
    if not chair.free:
        raise SeatTaken(free_numbers(chairs))
    chair.user, chair.joined_at, chair.ready_at = mine.user, mine.joined_at, mine.ready_at
    stand_up(mine)
    chair.save(update_fields=["user", "joined_at", "ready_at"])
    return lobby_save(game, chairs)


@transaction.atomic
def ready_set(*, user: User, game_id: UUID, ready: bool) -> Game:
    """Say that one is ready, or no longer. If that was all it waited for, the match starts.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game, chairs, mine = lobby_of_player(user=user, game_id=game_id)
    if ready == (mine.ready_at is not None):
        return game
    mine.ready_at = database_clock.now() if ready else None
    mine.save(update_fields=["ready_at"])
    return lobby_go_on(game, chairs)


@transaction.atomic
def game_leave(*, user: User, game_id: UUID) -> Game:
    """Give a seat back before the start; later a player can only resign.

    If the host leaves, whoever sits there longest is the host, and the match loses the title that
    it had from him; if nobody sits there, it is called off. Raises GameNotFound, NotSeated,
    GameNotInLobby.
    """
    game, chairs, mine = lobby_of_player(user=user, game_id=game_id)
    stand_up(mine)
    if game.created_by_id == user.id:
        heir = longest_seated(chairs)
        if heir is None:
            return lobby_call_off(game, chairs, why="deserted")
        assert heir.user is not None
        game.created_by, game.title = heir.user, ""
        notify.tell(game, [heir], "host_passed")
    return lobby_save(game, chairs)


def longest_seated(chairs: Sequence[Seat]) -> Seat | None:
    seated = [(chair.joined_at, chair.number) for chair in chairs if chair.joined_at is not None]
    return chairs[min(seated)[1]] if seated else None
