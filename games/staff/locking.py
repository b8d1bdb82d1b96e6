"""Locking of running games for staff actions."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from core.errors import Invalid
from games.models import Seat, Status
from games.play.errors import GameNotRunning
from games.play.locking import LockedGame, game_lock_whole


def running_game_lock(game_id: UUID) -> LockedGame:
    """Lock and return a running game. Raises GameNotFound, GameNotRunning."""
    locked = game_lock_whole(game_id)
    if locked.game.status != Status.ACTIVE:
        raise GameNotRunning
    return locked


def seat_find(locked: LockedGame, number: int) -> Seat:
    """Return a seat of the game. Raises Invalid if there is no seat with this number."""
    if not 0 <= number < len(locked.seats):
        raise Invalid.field(
            "/seat",
            "no_such_seat",
            _("Seats are numbered 0 to %(last)s.") % {"last": len(locked.seats) - 1},
        )
    return locked.seats[number]
