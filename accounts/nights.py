"""Quiet hours: the time of day at which a user does not wish to be woken."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from accounts.models import Preferences

LONGEST_NIGHT = timedelta(hours=10)
"""A longer one would stop clocks for most of the day."""

DAY = timedelta(days=1)


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; reading them costs milliseconds, so once a process."""
    return frozenset(available_timezones())


def night_length(start: time, end: time) -> timedelta:
    """How long a night from ``start`` to ``end`` is by the clock on the wall."""
    return (_since_midnight(end) - _since_midnight(start)) % DAY


def night_end(*, preferences: Preferences, at: datetime) -> datetime | None:
    """When the night that it is at ``at`` ends, in UTC; None: it is day."""
    start, end = preferences.quiet_from, preferences.quiet_to
    if start is None or end is None:
        return None
    zone = ZoneInfo(preferences.time_zone)
    local = at.astimezone(zone)
    into = (_since_midnight(local.time()) - _since_midnight(start)) % DAY
    if into >= night_length(start, end):
        return None
    over_midnight = end <= local.time().replace(tzinfo=None)
    day = local.date() + (DAY if over_midnight else timedelta())
    # Where clocks jump over the end it is counted by the time before the jump, and so later.
    return datetime.combine(day, end, zone).astimezone(UTC)


def _since_midnight(at: time) -> timedelta:
    return timedelta(
        hours=at.hour, minutes=at.minute, seconds=at.second, microseconds=at.microsecond
    )
