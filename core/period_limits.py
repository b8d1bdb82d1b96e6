"""Limits on how many rows may be created in a period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from core.errors import PeriodLimit


def period_limit_check(
    rows: QuerySet[Any],
    error: type[PeriodLimit],
    *,
    at: str,
    most: int,
    period: timedelta,
    now: datetime,
) -> None:
    """Raise ``error`` if ``most`` of the rows are from the period that ends now.

    ``at`` is the column with their time. The caller holds a lock that all who add such rows take.
    """
    recent = rows.filter(**{f"{at}__gt": now - period}).order_by(f"-{at}")
    times = recent.values_list(at, flat=True)[:most]
    times_limit_check(list(times), error, most=most, period=period, now=now)


def times_limit_check(
    times: Sequence[datetime],
    error: type[PeriodLimit],
    *,
    most: int,
    period: timedelta,
    now: datetime,
) -> None:
    """Raise ``error`` if there are ``most`` of the times, the newest first, or more."""
    if len(times) >= most:
        raise error(again_at=(times[most - 1] if most else now) + period, now=now)
