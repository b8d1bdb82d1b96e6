"""A running match in the hands of whoever acts on it."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from core.errors import Invalid
from games.models import Seat, Status
from games.play.errors import GameNotRunning
from games.play.locking import Held, match_held


def running(game_id: UUID) -> Held:
    """The match, locked. Raises GameNotFound, GameNotRunning."""
    held = match_held(game_id)
    if held.game.status != Status.ACTIVE:
        raise GameNotRunning
    return held


def seat_numbered(held: Held, number: int) -> Seat:
    """A seat of the match. Raises Invalid: there is none of this number."""
    if not 0 <= number < len(held.seats):
        raise Invalid.field(
            "/seat",
            "no_such_seat",
            _("The seats are 0 to %(last)s.") % {"last": len(held.seats) - 1},
        )
    return held.seats[number]
