"""The clock of the database, so that machines with different clocks agree on what is due.

Every stored time that something waits for comes from here, and is compared with it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """Return the time of the database's clock, in UTC.

    SQLite uses the clock of this machine. Tests that travel in time set ``CLOCK`` to "process".
    """
    if settings.CLOCK == "process" or connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        # PostgreSQL's now() is the start of the transaction.
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    return instant.astimezone(UTC)


def statement_time(clock: datetime | None) -> datetime:
    """Return the database's time as read by the current statement."""
    return timezone.now() if clock is None or settings.CLOCK == "process" else clock
