"""Celery tasks of notifications. A task calls one service, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task

from core import database_clock
from notifications.services import digest, purge
from notifications.services import relay as relays


@shared_task(name="notifications.tasks.relay")
def relay() -> None:
    """Send users what waits for them."""
    relays.relay_all()


@shared_task(name="notifications.tasks.digests")
def digests() -> None:
    """Queue the daily digests that are due."""
    digest.digests_create()


@shared_task(name="notifications.tasks.purge")
def purge_old() -> None:
    """Delete old notifications."""
    purge.expired_purge(now=database_clock.now())
