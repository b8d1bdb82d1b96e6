"""Celery tasks of accounts. A task calls one service, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task

from accounts.services.deletions import deletions_carry_out
from accounts.services.email_sending import emails_send
from accounts.services.exports import exports_make
from accounts.services.purge import expired_purge
from core import database_clock


@shared_task(name="accounts.tasks.emails")
def emails() -> None:
    """Send the e-mails about accounts that are due."""
    emails_send()


@shared_task(name="accounts.tasks.purge")
def purge() -> None:
    """Delete rows past their retention period."""
    expired_purge(now=database_clock.now())


@shared_task(name="accounts.tasks.exports")
def exports() -> None:
    """Build the exports that users have requested."""
    exports_make()


@shared_task(name="accounts.tasks.deletions")
def deletions() -> None:
    """Delete the accounts whose grace period is over."""
    deletions_carry_out()
