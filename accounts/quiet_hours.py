"""Quiet hours: the time of day in which a user gets no notifications."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Preferences
from core.timezones import span_length

MAX_QUIET_HOURS = timedelta(hours=10)
"""Longer quiet hours would stop clocks for most of the day."""


def quiet_hours_end(*, preferences: Preferences, at: datetime) -> datetime | None:
    """Return the end of the quiet hours that include ``at``, in UTC, or None if none do."""
    start, end = preferences.quiet_from, preferences.quiet_to
    if start is None or end is None:
        return None
    zone = ZoneInfo(preferences.time_zone)
    local = at.astimezone(zone)
    if span_length(start, local.time()) >= span_length(start, end):
        return None
    over_midnight = end <= local.time()
    day = local.date() + timedelta(days=over_midnight)
    # If clocks jump over the end, it is computed with the offset before the jump, and so later.
    ends = datetime.combine(day, end, zone)
    if ends.astimezone(UTC) <= at:  # the repeated hour, the second time
        ends = ends.replace(fold=1)
    return ends.astimezone(UTC)
