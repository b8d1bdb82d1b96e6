"""Another game of the same people: whoever asks for it finds himself in the same one."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.blocks import blockers_of
from accounts.models import User
from games.lobby.admission import seat_take
from games.lobby.clone import game_clone
from games.lobby.errors import GameNotInLobby, GameNotOver, GameReopened
from games.lobby.limits import limits_check, user_lock
from games.lobby.repository import lobby_insert, seat_occupy, seat_of
from games.lobby.start import lobby_save_or_start, rules_pin, start_if_complete
from games.models import Game, Invitation, Seat, Status
from games.play import notify
from games.play.errors import NotSeated
from games.play.locking import game_lock, hide_from_stranger, seats_of
from games.play.save import game_save


@transaction.atomic
def game_rematch(*, user: User, game_id: UUID) -> Game:
    """Ask for another game, or join the one that another player has asked for; returns that.

    Everything is settled as it was, each seat is one further to the left, bots sit there again;
    the free seats are kept for the other players, who are invited. Raises GameNotFound, NotSeated,
    GameNotOver, GameReopened, GameNotInLobby, GameFull, RemovedByHost, TooManyGames,
    TooManyLobbies, RulesUnavailable, Invalid.
    """
    old = game_lock(game_id)
    seats = seats_of(old)
    mine = seat_of(seats=seats, user=user)
    if mine is None:
        raise hide_from_stranger(NotSeated(), game=old, user=user)
    if old.status not in (Status.FINISHED, Status.CANCELLED):
        raise GameNotOver
    if old.reopened_as_id is not None:
        raise GameReopened(old.reopened_as_id)
    again = None if old.rematch_id is None else game_lock(old.rematch_id)
    if again is None or again.status == Status.CANCELLED:
        return rematch_open(old, seats, user)
    return rematch_join(again, user, number_rotate(mine))


def number_rotate(seat: Seat) -> int:
    """Where whoever sits here sits in the next game."""
    return (seat.number + 1) % seat.table_size


def rematch_open(old: Game, seats: Sequence[Seat], user: User) -> Game:
    """The first one has asked: he is the host, and the others are told."""
    again = game_clone(old, host=user)
    rules_pin(again)
    user_lock(user).get()
    limits_check(user, to_host=True)
    new_seats = [
        Seat(
            game=again,
            number=number_rotate(seat),
            table_size=seat.table_size,
            bot=seat.bot if seat.user_id is None else "",
            bot_profile=seat.bot_profile if seat.user_id is None else "",
        )
        for seat in seats
    ]
    new_seats.sort(key=lambda seat: seat.number)
    mine = next(seat for seat in seats if seat.user_id == user.id)
    seat_occupy(user=user, seat=new_seats[number_rotate(mine)])
    lobby_insert(again, new_seats)
    old.rematch = again
    game_save(old, also=("rematch",))
    others = [seat for seat in seats if seat.user_id not in (None, user.id)]
    Invitation.objects.bulk_create(
        Invitation(game=again, user=seat.user, by=user) for seat in others
    )
    deaf = set(blockers_of(user=user))
    told = [seat for seat in others if seat.user_id not in deaf]
    notify.notification_enqueue(
        old, told, "rematch_offered", rematch=str(again.id), username=user.username
    )
    start_if_complete(again, new_seats)
    return again


def rematch_join(again: Game, user: User, number: int) -> Game:
    """Another one asks for it, too: the seat that is his by turns, or any."""
    seats = seats_of(again)
    if seat_of(seats=seats, user=user):
        return again
    if again.status != Status.LOBBY:
        raise GameNotInLobby(again.status)
    wanted = number if seats[number].free else None
    seat_take(game=again, seats=seats, user=user, number=wanted, welcome=True)
    return lobby_save_or_start(again, seats)
