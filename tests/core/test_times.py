"""Times that PostgreSQL sends."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("2026-02-28 23:59:59.123456+00", datetime(2026, 2, 28, 23, 59, 59, 123456, UTC)),
        ("2026-02-28 12:00:00.5+00", datetime(2026, 2, 28, 12, 0, 0, 500000, UTC)),
        ("0001-01-01 00:00:00+00", datetime(1, 1, 1, tzinfo=UTC)),
        ("2026-07-01 14:00:00+02", datetime(2026, 7, 1, 12, tzinfo=UTC)),
    ],
)
def test_times_are_read_in_utc(sent: str, expected: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz, NULL::timestamptz", [sent])
        found, nothing = cursor.fetchone()
    assert (found, found.tzinfo, nothing) == (expected, UTC, None)
