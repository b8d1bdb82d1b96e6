"""Metrics from the database and the broker: ages in seconds, and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, QuerySet

from accounts.models import OutgoingEmail
from core import database_clock
from core.metrics import DUE
from games.models import Game, Heartbeat, Pause, PauseKind
from games.play.outages import SWEEPS, WEB
from notifications.models import Delivery, OutboxEntry, Progress

Ages = dict[str, float]


@dataclass(frozen=True, slots=True)
class Backlog:
    """Work that is due but not done."""

    count: int
    oldest: float
    """Seconds since the oldest item was due; 0 if there is none."""


def heartbeat_ages(*, now: datetime) -> Ages:
    """Return the seconds since the last sweep, and since the last answer of the web process."""
    rows = Heartbeat.objects.filter(name__in=(SWEEPS, WEB)).values_list("name", "at")
    return {name: max(0.0, (now - at).total_seconds()) for name, at in rows}


def due(*, now: datetime) -> dict[str, Backlog]:
    """Return the games that are overdue for processing."""
    return {
        kind: waiting(Game.objects.filter(**{f"{column}__lte": now}), column, now)
        for column, kind in DUE.items()
    }


def outbox(*, now: datetime) -> dict[str, Backlog]:
    """Return the notifications that are overdue."""
    entries = OutboxEntry.objects.filter(fanned_out_at=None, dead_at=None, available_at__lte=now)
    deliveries = Delivery.objects.filter(progress=Progress.WAITING, available_at__lte=now)
    emails = OutgoingEmail.objects.filter(due_at__lte=now)
    return {
        "entry": waiting(entries, "available_at", now),
        "delivery": waiting(deliveries, "available_at", now),
        "email": waiting(emails, "due_at", now),
    }


def waiting(rows: QuerySet, column: str, now: datetime) -> Backlog:
    """Count rows, and return the age of the oldest in seconds."""
    found = rows.order_by().aggregate(count=Count("pk"), oldest=Min(column))
    oldest = found["oldest"]
    return Backlog(found["count"], (now - oldest).total_seconds() if oldest else 0.0)


def stopped_games_count() -> dict[str, int]:
    """Return the number of games in which nobody can act, by cause."""
    kinds = {PauseKind.QUARANTINE: "quarantined", PauseKind.MODERATOR: "frozen"}
    rows = Pause.objects.filter(kind__in=kinds).order_by().values_list("kind")
    counts = dict(rows.annotate(count=Count("game", distinct=True)))
    return {name: counts.get(kind, 0) for kind, name in kinds.items()}


def missing_migrations() -> list[str]:
    """Return the migrations that this code has and the database has not applied."""
    applied = MigrationRecorder(connection).applied_migrations()
    return [f"{app}.{name}" for app, name in known_migrations() if (app, name) not in applied]


@cache
def known_migrations() -> list[tuple[str, str]]:
    """Return the migrations of this code, sorted."""
    loader = MigrationLoader(None)
    return sorted(key for key in loader.graph.nodes if key not in loader.replacements)


def now() -> datetime:
    """Return the time of the database."""
    return database_clock.now()
