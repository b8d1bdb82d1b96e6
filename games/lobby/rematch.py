"""Rematches: another game of the same players, which all of them get by asking for it."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.blocks import blocked_by
from accounts.models import User
from core import database_clock
from core.period_limits import period_limit_check
from games.lobby.admission import seat_take
from games.lobby.clone import game_clone
from games.lobby.errors import (
    GameNotInLobby,
    GameNotOver,
    GameReopened,
    PlayerBlocked,
    RematchLimit,
)
from games.lobby.limits import DAY, limits_check, user_lock
from games.lobby.repository import lobby_insert, seat_occupy, seat_of
from games.lobby.start import lobby_save_or_start, rules_pin, start_if_complete
from games.models import Game, Invitation, Seat, Status
from games.play import notify
from games.play.errors import NamesHidden, NotSeated
from games.play.locking import game_lock, hide_from_stranger, seats_of
from games.play.save import game_save


@transaction.atomic
def game_rematch(*, user: User, game_id: UUID) -> Game:
    """Create the rematch of a game, or join it if another player has created it; return it.

    It has the same settings and bots, with everyone one seat further, and hides no names. The free
    seats are reserved for the other players, who are invited. Raises GameNotFound, NotSeated,
    GameNotOver, GameReopened, NamesHidden, PlayerBlocked, RematchLimit, GameNotInLobby, GameFull,
    SeatsReserved, RemovedByHost, TooManyGames, TooManyLobbies, RulesUnavailable, Invalid.
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
    if old.names_hidden:
        raise NamesHidden
    again = None if old.rematch_id is None else game_lock(old.rematch_id)
    if again is None or again.status == Status.CANCELLED:
        if again is not None and again.started_at is None:
            own = notify.notifications_by(user, "rematch_offered", game=old)
            now = database_clock.now()
            period_limit_check(own, RematchLimit, at="created_at", most=1, period=DAY, now=now)
        return rematch_open(old, seats, user)
    return rematch_join(again, user, number_rotate(mine))


def number_rotate(seat: Seat) -> int:
    """Return the number that the player of ``seat`` has in the rematch."""
    return (seat.number + 1) % seat.table_size


def rematch_open(old: Game, seats: Sequence[Seat], user: User) -> Game:
    """Create the rematch for the first player who asks; they host it and the others are invited."""
    others = [seat for seat in seats if seat.user_id not in (None, user.id)]
    if blocked_by(user=user).filter(blocked__in=[seat.user_id for seat in others]).exists():
        raise PlayerBlocked
    again = game_clone(old, host=user)
    again.anonymous = False  # all players know who had which seat
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
    Invitation.objects.bulk_create(
        Invitation(game=again, user=seat.user, by=user) for seat in others
    )
    data = {"rematch": str(again.id), "username": user.username}
    notify.notification_enqueue(old, others, "rematch_offered", sender=user, **data)
    start_if_complete(again, new_seats)
    return again


def rematch_join(again: Game, user: User, number: int) -> Game:
    """Seat a later requester: on seat ``number`` if it is free, else on any free seat."""
    seats = seats_of(again)
    if seat_of(seats=seats, user=user):
        return again
    if again.status != Status.LOBBY:
        raise GameNotInLobby(again.status)
    free_number = number if seats[number].free else None
    seat_take(game=again, seats=seats, user=user, number=free_number, welcome=True)
    return lobby_save_or_start(again, seats)
