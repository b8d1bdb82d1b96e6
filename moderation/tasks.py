"""Celery tasks. A task calls one service, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task

from core import database_clock
from moderation.services.privacy import expired_purge


@shared_task(name="moderation.tasks.purge")
def purge() -> None:
    """Delete expired reports, notes, appeal texts and form nonces."""
    expired_purge(now=database_clock.now())
