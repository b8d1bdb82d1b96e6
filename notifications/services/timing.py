"""When things go out: after which failure, and not at night."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import uniform

from django.conf import settings

from accounts.models import Preferences
from accounts.nights import night_end
from notifications.kinds import Kind
from notifications.models import Channel

S, M, H = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours"))
WAITS: dict[str, tuple[timedelta, ...]] = {
    # A receiver may be away over a weekend; mail servers try again by themselves.
    Channel.WEBHOOK: (5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H),
    Channel.EMAIL: (1 * M, 5 * M, 30 * M, 2 * H, 6 * H),
}
JITTER = 1.1
"""So that what failed together does not come back together."""

LEASE = timedelta(seconds=60)
"""For how long a worker that has taken a delivery keeps it from the others."""

SPREAD_WAITS = (5 * S, 1 * M, 10 * M, 1 * H, 6 * H)
REST, LONGEST_REST = 5 * S, 5 * M


def next_attempt(*, channel: str, attempts: int, now: datetime) -> datetime | None:
    """When to try again after so many failures; None: never."""
    waits = WAITS[channel]
    if attempts > len(waits):
        return None
    return now + waits[attempts - 1] * uniform(1, JITTER)


def used_up(*, channel: str, attempts: int) -> bool:
    """Whether there were more attempts than there should be: each ended the worker's process."""
    return attempts > len(WAITS[channel]) + 1


def next_spreading(*, attempts: int, now: datetime) -> datetime | None:
    """When to try again to spread an outbox entry that could not be; None: never."""
    return now + SPREAD_WAITS[attempts - 1] if attempts <= len(SPREAD_WAITS) else None


def rest_after(failures: int) -> timedelta:
    """How long an endpoint that fails is left alone, whatever else waits for it."""
    return min(REST * 2 ** min(failures - 1, 10), LONGEST_REST)


def mail_time(*, kind: Kind, preferences: Preferences, now: datetime) -> datetime:
    """When mail of this kind may go out: after the kind's wait, and by day."""
    at = now + timedelta(seconds=settings.NOTIFY_MAIL_DELAY) if kind.email_waits else now
    return night_end(preferences=preferences, at=at) or at
