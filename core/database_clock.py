"""The clock of the database, so that machines whose clocks differ agree on what is due.

Every stored time that something waits for comes from here, and is compared with this.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """Return the time by the clock of the database, in UTC.

    SQLite has none but that of this machine. Tests that travel in time set ``CLOCK`` to
    "process".
    """
    if settings.CLOCK == "process" or connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        # now() would stand still from the start of the transaction on.
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    return instant.astimezone(UTC)


def statement_time(clock: datetime | None) -> datetime:
    """Return the time that a statement has read from the database's clock just now."""
    return timezone.now() if clock is None or settings.CLOCK == "process" else clock
