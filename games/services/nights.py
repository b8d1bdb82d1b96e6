"""When a player sleeps: his quiet hours do not count where the match allows it."""

from __future__ import annotations

from accounts.selectors import preferences_of
from games.clocks import Quiet
from games.models import Game, Seat
from games.services.timing import pace_of


def night_of(game: Game, seat: Seat) -> Quiet | None:
    """The quiet hours of the user on ``seat``, as they are now."""
    if seat.user_id is None or not pace_of(game).timed or not pace_of(game).quiet_hours:
        return None
    wishes = preferences_of([seat.user_id])[seat.user_id]
    if wishes.quiet_from is None or wishes.quiet_to is None:
        return None
    return Quiet(wishes.time_zone, wishes.quiet_from, wishes.quiet_to)
