"""Times of day, by the clock on the wall of some place."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import available_timezones

NO_PLACES = {"localtime", "Factory"}
"""Files beside the time zones of some machines, which mean another thing on each."""

_SOME_DAY = date(2000, 1, 1)


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones that a game or a user may be in."""
    return frozenset(available_timezones() - NO_PLACES)


def span_length(start: time, end: time) -> timedelta:
    """How long it is from ``start`` to the next ``end``; 0 where they are the same."""
    difference = datetime.combine(_SOME_DAY, end) - datetime.combine(_SOME_DAY, start)
    return difference % timedelta(days=1)
