"""What Celery runs here. A task calls one service, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts.services.post import letters_send
from accounts.services.purge import old_purge


@shared_task(name="accounts.tasks.letters")
def letters() -> None:
    """Send the mail about accounts that is due."""
    letters_send()


@shared_task(name="accounts.tasks.purge")
def purge() -> None:
    """Delete what nobody will ask for again."""
    old_purge(now=timezone.now())
