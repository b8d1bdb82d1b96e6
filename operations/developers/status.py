"""How the service is and was: the readiness checks, and the outages of the last days."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from threading import Condition
from typing import Any, NamedTuple

from cachetools import TTLCache, cached
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import database_clock
from games.play.outages import SWEEPS, WEB, named_outages
from operations.health import readiness

DAYS = 14
CACHE_SECONDS = 10
"""Seconds for which a process repeats a result: anybody may ask, and it needs a dozen queries."""
CHECKS = {
    "database": _("Database"),
    "migrations": _("Version of the database"),
    "heartbeats": _("Clocks of games"),
    "deadlines": _("Deadlines"),
    "outbox": _("Notifications"),
}
PARTS = {WEB: _("Website and API"), SWEEPS: _("Clocks of games")}
"""The parts whose outages are stored."""


class Status(NamedTuple):
    """The state of the service at one instant."""

    at: datetime
    ready: bool
    checks: list[dict[str, Any]]
    """Each readiness check: ``name``, ``ok``, and the figures of /readyz."""
    parts: list[Any]
    """The names of the parts whose outages are known."""
    days: list[tuple[date, list[int]]]
    """Each day (UTC), the last one first, with the minutes of outages of each part."""


@cached(TTLCache[Any, Any](maxsize=1, ttl=CACHE_SECONDS), condition=Condition())
def status() -> Status:
    """Return the state of the service. It is up to CACHE_SECONDS old."""
    found = readiness()
    checks = [
        {"name": label, **found["checks"][name]}
        for name, label in CHECKS.items()
        if name in found["checks"]
    ]
    if not found["checks"]["database"]["ok"]:
        return Status(timezone.now(), False, checks, [], [])
    now, parts = database_clock.now(), outage_kinds()
    return Status(now, found["ready"], checks, [PARTS[one] for one in parts], days(parts, now))


def outage_kinds() -> list[str]:
    """Return the outages that are detected: that players reach the service only if a URL is set."""
    return [WEB, SWEEPS] if settings.WEB_PROBE_URL else [SWEEPS]


def days(parts: list[str], now: datetime) -> list[tuple[date, list[int]]]:
    """Return the last days, each with the minutes in which each part was out."""
    today = now.astimezone(UTC).date()
    begin = datetime.combine(today - timedelta(days=DAYS - 1), time(), UTC)
    seconds: Counter[tuple[date, str]] = Counter()
    for began_at, ended_at, part in named_outages(begin):
        for day, length in by_day(max(began_at, begin), ended_at):
            seconds[day, part] += math.ceil(length.total_seconds())
    dates = [today - timedelta(days=number) for number in range(DAYS)]
    return [(day, [math.ceil(seconds[day, part] / 60) for part in parts]) for day in dates]


def by_day(start: datetime, end: datetime) -> Iterator[tuple[date, timedelta]]:
    """Yield the days (UTC) of a span of time, each with its share."""
    while start < end:
        day = start.astimezone(UTC).date()
        midnight = datetime.combine(day + timedelta(days=1), time(), UTC)
        yield day, min(midnight, end) - start
        start = midnight
