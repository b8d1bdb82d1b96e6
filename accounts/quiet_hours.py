"""Quiet hours: the time of day at which a user does not wish to be woken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Preferences
from core.timezones import span_length

MAX_QUIET_HOURS = timedelta(hours=10)
"""A longer one would stop clocks for most of the day."""


def quiet_hours_end(*, preferences: Preferences, at: datetime) -> datetime | None:
    """When the night that it is at ``at`` ends, in UTC; None: it is day."""
    start, end = preferences.quiet_from, preferences.quiet_to
    if start is None or end is None:
        return None
    zone = ZoneInfo(preferences.time_zone)
    local = at.astimezone(zone)
    if span_length(start, local.time()) >= span_length(start, end):
        return None
    over_midnight = end <= local.time()
    day = local.date() + timedelta(days=over_midnight)
    # Where clocks jump over the end it is counted by the time before the jump, and so later.
    ends = datetime.combine(day, end, zone)
    if ends.astimezone(UTC) <= at:  # that hour comes twice, and this is its second time
        ends = ends.replace(fold=1)
    return ends.astimezone(UTC)
