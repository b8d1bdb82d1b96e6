"""When e-mail is sent, and how long a receiver rests after a failure."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import Preferences
from accounts.quiet_hours import quiet_hours_end
from notifications.kinds import Kind

SECOND, MINUTE, HOUR = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours"))
REST, LONGEST_REST = 5 * SECOND, 5 * MINUTE


def rest_after(failures: int) -> timedelta:
    """Return how long a receiver rests after this number of failures."""
    return min(REST * 2 ** min(failures - 1, 10), LONGEST_REST)


def mail_time(*, kind: Kind, preferences: Preferences, now: datetime) -> datetime:
    """Return when e-mail of this kind may be sent: after the delay of the kind, outside quiet
    hours.
    """
    at = now + timedelta(seconds=settings.TURN_EMAIL_DELAY_SECONDS) if kind.delays_email else now
    return quiet_until(kind=kind, preferences=preferences, at=at) or at


def quiet_until(*, kind: Kind, preferences: Preferences, at: datetime) -> datetime | None:
    """Return the end of the quiet hours that put off a message of this kind, or None."""
    return None if kind.answers_reader else quiet_hours_end(preferences=preferences, at=at)
