"""The maintenance that is announced or on, which each request asks for."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from time import monotonic

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q

from core import database_clock
from games.models import Maintenance

CACHE_SECONDS = 5.0
"""Seconds for which a process repeats what it has read."""
LATE = timedelta(hours=1)
"""How long an announcement without an end is shown after the start if nobody begins it."""


class MaintenanceCache:
    """The maintenance that this process has read last, and when to read it again."""

    maintenance: Maintenance | None = None
    until = 0.0


def find_maintenance() -> Maintenance | None:
    """Return the maintenance that is announced or on, or None."""
    now = database_clock.now()
    is_announced = Q(ends_at__gt=now) | Q(ends_at=None, starts_at__gt=now - LATE)
    return Maintenance.objects.filter(Q(is_on=True) | is_announced, ended_at=None).first()


def current_maintenance() -> Maintenance | None:
    """Return the same, up to CACHE_SECONDS old. Keep it while the database does not answer."""
    if monotonic() >= MaintenanceCache.until:
        # Set before reading, so that other threads do not read at the same time.
        MaintenanceCache.until = monotonic() + CACHE_SECONDS
        with suppress(InterfaceError, OperationalError):
            MaintenanceCache.maintenance = find_maintenance()
    return MaintenanceCache.maintenance


def forget_maintenance() -> None:
    """Let this process read it again, in this transaction and after its commit.

    Another thread may read between the two. Other processes read again in CACHE_SECONDS.
    """

    def forget() -> None:
        MaintenanceCache.until = 0.0

    forget()
    transaction.on_commit(forget, robust=True)
