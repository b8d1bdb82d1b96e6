"""Resigning, and returning to a seat that a bot has taken over."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import User
from core import database_clock
from games.models import Game, Loss
from games.play.bot_seats import bot_unseat
from games.play.forfeits import seat_lose
from games.play.locking import seat_lock_running
from games.play.save import auto_set, auto_wake, event_add, game_save, turn_begin
from games.seats.errors import NotAway
from games.standing_orders.selectors import orders_in_force


@transaction.atomic
def seat_resign(*, user: User, game_id: UUID) -> Game:
    """Resign a running game: the user is placed last, and a bot takes over.

    Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatLost, RulesUnavailable.
    """
    game, seats, seat = seat_lock_running(user=user, game_id=game_id)
    seat_lose(game=game, seats=seats, seat=seat, how=Loss.RESIGNED, now=database_clock.now())
    return game_save(game)


@transaction.atomic
def seat_return(*, user: User, game_id: UUID) -> Game:
    """Take the seat back from the bot that took over when time ran out.

    If the seat has to act, its clock restarts. Raises GameNotFound, NotSeated, GameNotStarted,
    GameOver, SeatLost, NotAway.
    """
    game, seats, seat = seat_lock_running(user=user, game_id=game_id)
    if seat.away_since is None:
        raise NotAway
    bot_unseat(seat)
    seat.away_since = None
    seat.has_orders = bool(orders_in_force(game_id=game.id, seat=seat.number))
    seat.save()
    event_add(game, "player_returned", seat=seat.number)
    if game.to_act == seat.number:
        now = database_clock.now()
        turn_begin(game=game, seats=seats, now=now)
        auto_set(game, seat, now)
        auto_wake(game)
    return game_save(game)
