"""When a player sleeps: his quiet hours do not count where the match allows it."""

from __future__ import annotations

from games.clocks import Quiet
from games.models import Game, Seat
from games.services.timing import pace_of


def night_of(game: Game, seat: Seat) -> Quiet | None:
    """The quiet hours of the user on ``seat``, as they are now."""
    if seat.user_id is None or not pace_of(game).quiet_hours:
        return None
    return None
