"""Time zones, and times of day."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import available_timezones

NO_PLACES = {"localtime", "Factory"}
"""Names that some systems list as time zones, but that mean a different zone on each system."""

_SOME_DAY = date(2000, 1, 1)


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones that a game or a user may have."""
    return frozenset(available_timezones() - NO_PLACES)


def span_length(start: time, end: time) -> timedelta:
    """Return the time from ``start`` to the next ``end``; 0 if they are equal."""
    difference = datetime.combine(_SOME_DAY, end) - datetime.combine(_SOME_DAY, start)
    return difference % timedelta(days=1)
