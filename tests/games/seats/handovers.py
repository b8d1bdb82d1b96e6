"""A helper that hands a seat over."""

from __future__ import annotations

from accounts.models import User
from games.models import Game
from games.seats.handover import seat_offer, seat_offer_accept
from tests.timed import fresh


def hand_over(game: Game, by: User, to: User) -> Game:
    offer = seat_offer(user=by, game_id=game.id, to=to.username)
    seat_offer_accept(user=to, offer_id=offer.id)
    return fresh(game)
