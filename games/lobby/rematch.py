"""Another match of the same people: whoever asks for it finds himself in the same one."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.blocks import blockers_of
from accounts.models import User
from games.lobby.admission import seat_take
from games.lobby.clone import match_like
from games.lobby.errors import GameNotInLobby, GameNotOver, GameReopened
from games.lobby.limits import room_check, user_locked
from games.lobby.repository import lobby_insert, seat_of, sit
from games.lobby.start import lobby_go_on, rules_pin, start_if_complete
from games.models import Game, Invitation, Seat, Status
from games.play import notify
from games.play.errors import NotSeated
from games.play.locking import game_locked, seats_of, told_stranger
from games.play.save import game_save


@transaction.atomic
def game_rematch(*, user: User, game_id: UUID) -> Game:
    """Ask for another match, or join the one that another player has asked for; returns that.

    Everything is settled as it was, each seat is one further to the left, bots sit there again;
    the free seats are kept for the other players, who are invited. Raises GameNotFound, NotSeated,
    GameNotOver, GameReopened, GameNotInLobby, GameFull, RemovedByHost, TooManyMatches,
    TooManyLobbies, RulesUnavailable, Invalid.
    """
    old = game_locked(game_id)
    chairs = seats_of(old)
    mine = seat_of(chairs=chairs, user=user)
    if mine is None:
        raise told_stranger(NotSeated(), game=old, user=user)
    if old.status not in (Status.FINISHED, Status.CANCELLED):
        raise GameNotOver
    if old.reopened_as_id is not None:
        raise GameReopened(old.reopened_as_id)
    again = None if old.rematch_id is None else game_locked(old.rematch_id)
    if again is None or again.status == Status.CANCELLED:
        return rematch_open(old, chairs, user)
    return rematch_join(again, user, rotated(mine))


def rotated(chair: Seat) -> int:
    """Where whoever sits here sits in the next match."""
    return (chair.number + 1) % chair.table_size


def rematch_open(old: Game, chairs: Sequence[Seat], user: User) -> Game:
    """The first one has asked: he is the host, and the others are told."""
    again = match_like(old, host=user)
    rules_pin(again)
    user_locked(user).get()
    room_check(user, to_host=True)
    seats = [
        Seat(
            game=again,
            number=rotated(chair),
            table_size=chair.table_size,
            bot=chair.bot if chair.user_id is None else "",
            bot_profile=chair.bot_profile if chair.user_id is None else "",
        )
        for chair in chairs
    ]
    seats.sort(key=lambda seat: seat.number)
    mine = next(chair for chair in chairs if chair.user_id == user.id)
    sit(user=user, chair=seats[rotated(mine)])
    lobby_insert(again, seats)
    old.rematch = again
    game_save(old, also=("rematch",))
    others = [chair for chair in chairs if chair.user_id not in (None, user.id)]
    Invitation.objects.bulk_create(
        Invitation(game=again, user=chair.user, by=user) for chair in others
    )
    deaf = set(blockers_of(user=user))
    told = [chair for chair in others if chair.user_id not in deaf]
    notify.tell(old, told, "rematch_offered", rematch=str(again.id), username=user.username)
    start_if_complete(again, seats)
    return again


def rematch_join(again: Game, user: User, number: int) -> Game:
    """Another one asks for it, too: the seat that is his by turns, or any."""
    chairs = seats_of(again)
    if seat_of(chairs=chairs, user=user):
        return again
    if again.status != Status.LOBBY:
        raise GameNotInLobby(again.status)
    wanted = number if chairs[number].free else None
    seat_take(game=again, chairs=chairs, user=user, number=wanted, welcome=True)
    return lobby_go_on(again, chairs)
