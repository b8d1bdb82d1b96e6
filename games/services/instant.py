"""What time it is: the database's, so that machines whose clocks differ agree on deadlines."""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone


def shown(clock: datetime | None) -> datetime:
    """The instant at which the database's clock was read just now, and showed this."""
    return timezone.now() if clock is None or settings.CLOCK == "process" else clock


def now() -> datetime:
    """The instant, in UTC, by the clock of the database.

    SQLite has none but that of this machine. Tests that travel in time set ``CLOCK`` to
    "process".
    """
    if settings.CLOCK == "process" or connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        # now() would stand still from the begin of the transaction on.
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    return instant.astimezone(UTC)
