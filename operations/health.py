"""Readiness checks. A failure is for people to handle: nothing restarts because of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from games.play.outages import SWEEPS
from operations import db_metrics

Check = dict[str, Any]


def readiness() -> Check:
    """Return each check, and True if all pass. It shows ages and numbers but no messages, since
    anybody may read it.
    """
    checks: dict[str, Check] = {}
    for name, check in CHECKS.items():
        try:
            checks[name] = check()
        except (DatabaseError, InterfaceError) as error:
            connection.close()
            checks[name] = {"ok": False, "error": type(error).__name__}
            if name == "database":
                break  # the others would only wait for it
    return {"ready": all(check["ok"] for check in checks.values()), "checks": checks}


def database() -> Check:
    """Check that the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def migrations() -> Check:
    """Check that all migrations are applied."""
    missing = db_metrics.missing_migrations()
    return {"ok": not missing, "missing": missing}


def heartbeats() -> Check:
    """Check that a sweep has run lately."""
    ages = db_metrics.heartbeat_ages(now=db_metrics.now())
    sweeps, limit = ages.get(SWEEPS), settings.READY_HEARTBEAT
    shown = {name: round(age, 1) for name, age in ages.items()}
    return {"ok": sweeps is not None and sweeps <= limit, "limit": limit, "ages": shown}


def deadlines() -> Check:
    """Check that no deadline is overdue for long."""
    late = db_metrics.due(now=db_metrics.now())["deadline"]
    return within(late.oldest, settings.READY_OVERDUE, due=late.count)


def outbox() -> Check:
    """Check that no outbox entry waits for long."""
    entries = db_metrics.outbox(now=db_metrics.now())["entry"]
    return within(entries.oldest, settings.READY_OUTBOX, waiting=entries.count)


def within(oldest: float, limit: int, **more: int) -> Check:
    """Return a check that fails if the oldest is older than the limit, in seconds."""
    return {"ok": oldest <= limit, "limit": limit, "oldest": round(oldest, 1), **more}


CHECKS: dict[str, Callable[[], Check]] = {
    "database": database,
    "migrations": migrations,
    "heartbeats": heartbeats,
    "deadlines": deadlines,
    "outbox": outbox,
}
