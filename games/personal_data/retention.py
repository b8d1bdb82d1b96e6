"""Forgetting what nobody will ask for again: docs/privacy.md has the table of the periods.

Games, their moves and what was said in them are kept.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Min

from games.models import (
    Exclusion,
    Failure,
    Game,
    Invitation,
    Outage,
    Reminder,
    SeatOffer,
    Status,
)
from games.play.idempotency import idempotency_keys_delete


def expired_purge(*, now: datetime) -> None:
    """Delete replies under idempotency keys, reminders, tracebacks, outages that no running clock
    has to leave out any more, and who was asked to, or kept from, games that have long begun.
    """
    idempotency_keys_delete(now=now)
    reminders_delete(now=now)
    Failure.objects.filter(created_at__lt=now - retention_of("FAILURE")).delete()
    outages_delete(now=now)
    settled = now - retention_of("INVITATION")
    gone = Game.objects.exclude(status=Status.LOBBY).values("id")
    Invitation.objects.filter(created_at__lt=settled, game__in=gone).delete()
    Exclusion.objects.filter(created_at__lt=settled, game__in=gone).delete()
    SeatOffer.objects.filter(closed_at__lt=settled).delete()


def retention_of(what: str) -> timedelta:
    """Return how long the settings say that rows of this kind are kept."""
    return timedelta(days=getattr(settings, f"{what}_RETENTION_DAYS"))


def reminders_delete(*, now: datetime) -> None:
    """A reminder also keeps a second one from being sent: it stays while its deadline may come."""
    past = now - retention_of("REMINDER")
    Reminder.objects.filter(deadline_at__lt=past, sent_at__lt=past).delete()


def outages_delete(*, now: datetime) -> None:
    """Clocks leave outages out that ended since they began to run: what is older goes."""
    running = Game.objects.filter(status=Status.ACTIVE)
    oldest = running.aggregate(at=Min("clock_since"))["at"] or now
    Outage.objects.filter(ended_at__lt=min(oldest, now - retention_of("OUTAGE"))).delete()
