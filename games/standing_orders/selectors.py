"""Reads of standing orders, for their player and for the server that follows them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import F

from accounts.models import User
from games.models import Game, Seat, StandingOrder, Status
from games.play.documents import Document
from games.play.errors import NotSeated
from games.play.selectors import game_header_for
from games.standing_orders import StopReason


def orders_for(*, user: User, game_id: UUID) -> list[dict[str, Any]]:
    """Return the user's standing orders in a game, including ended ones. Raises GameNotFound,
    NotSeated.
    """
    game = game_header_for(user=user, game_id=game_id).game
    seat = Seat.objects.filter(game_id=game_id, user=user).first()
    if seat is None:
        raise NotSeated
    orders = StandingOrder.objects.filter(game_id=game_id, seat=seat.number).order_by("position")
    return [order_document(game=game, seat=seat, order=order) for order in orders]


def orders_in_force(*, game_id: UUID, seat: int) -> list[StandingOrder]:
    """Return the active standing orders of a seat, in sequence."""
    orders = StandingOrder.objects.filter(game_id=game_id, seat=seat, stopped_at=None)
    return list(orders.order_by("position"))


def has_orders_to_ask(game_id: UUID) -> bool:
    """True if the deciding seat has standing orders that have not left this decision to its
    player.
    """
    seats = Seat.objects.filter(game_id=game_id, number=F("game__to_act"), bot="", has_orders=True)
    return seats.filter(game__auto_at__isnull=False).exists()


def order_document(*, game: Game, seat: Seat, order: StandingOrder) -> Document:
    """Return a standing order, for its player only."""
    reason = order.stop_reason
    if not reason and game.status != Status.ACTIVE:
        reason = StopReason.GAME_OVER
    elif not reason and seat.lost_at:
        reason = StopReason.SEAT_LOST
    return {
        **order.spec,
        "position": order.position,
        "times_left": order.times_left,
        "created_at": order.created_at,
        "stopped_at": order.stopped_at,
        "stop_reason": reason or None,
    }
