"""The clock of the database, for games."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils import timezone

from citadels.database_clock import now

__all__ = ["now", "shown"]


def shown(clock: datetime | None) -> datetime:
    """Return the time that a statement has read from the database's clock just now."""
    return timezone.now() if clock is None or settings.CLOCK == "process" else clock
