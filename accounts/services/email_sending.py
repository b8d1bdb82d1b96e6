"""Sends the queued e-mails about accounts."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import ClassVar
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import EmailMessage
from django.db.models import QuerySet

from accounts.models import EmailKind, OutgoingEmail
from accounts.services.email_texts import message_of
from core import database_clock
from core.leases import LeaseQueue
from core.metrics import EMAIL_FAILED, EMAIL_SENT

logger = logging.getLogger(__name__)

HOURLY = 3
"""E-mails of a kind that anybody can request, per address and hour."""
BY_STRANGERS = (EmailKind.VERIFY, EmailKind.RESET)


class EmailQueue(LeaseQueue[OutgoingEmail]):
    """E-mails about accounts. One whose worker dies between sending and marking is sent again."""

    lease = timedelta(minutes=2)
    longest_lease = timedelta(hours=6)
    max_attempts = 8
    budget = 10.0  # a mail server that hangs must not look like a dead process
    batch = 50
    unsaved: ClassVar[dict[UUID, datetime]] = {}
    """When e-mails were sent of which the database has refused to store that. They would be sent
    again with every attempt.
    """

    def rows(self) -> QuerySet[OutgoingEmail]:
        return OutgoingEmail.objects.filter(due_at__isnull=False).select_related("user")

    def process(self, email: OutgoingEmail) -> int | None:
        now = database_clock.now()
        if email.id not in self.unsaved:
            message = None if _too_many(email, now) else message_of(email)
            if message is not None:
                _send(message)
                self.unsaved[email.id] = now
        sent_at = self.unsaved.get(email.id)
        _end(email, sent_at=sent_at)
        self.unsaved.pop(email.id, None)
        return None if sent_at is None else 1

    def give_up(self, email: OutgoingEmail) -> None:
        _end(email)

    def note_failure(self, email: OutgoingEmail, error: Exception) -> None:
        EMAIL_FAILED.inc()
        logger.warning(
            "OutgoingEmail %s was not sent: %s", email.id, type(error).__name__, exc_info=error
        )


def emails_send(*, seconds: float = EmailQueue.budget) -> int:
    """Send the e-mails that are due; start none after ``seconds``. Returns how many were sent.

    A mail server that hangs delays the caller by one e-mail.
    """
    return EmailQueue().work(seconds)


def _send(message: EmailMessage) -> None:
    """Send a message. A mail server that is too slow has failed, and the machine has not."""
    try:
        message.send()
        EMAIL_SENT.inc()
    except SoftTimeLimitExceeded as error:
        raise TimeoutError("The mail server is too slow.") from error


def _end(email: OutgoingEmail, *, sent_at: datetime | None = None) -> None:
    """End the attempts. If the account is gone, delete the address as well."""
    row = OutgoingEmail.objects.filter(id=email.id)
    if email.kind == EmailKind.DELETED:
        row.delete()
    else:
        row.update(due_at=None, sent_at=sent_at)


def _too_many(email: OutgoingEmail, now: datetime) -> bool:
    """True if this address reached the hourly limit for this kind of e-mail."""
    if email.kind not in BY_STRANGERS:
        return False
    hour = timedelta(hours=1)
    same = OutgoingEmail.objects.filter(address=email.address, kind=email.kind)
    return same.filter(sent_at__gt=now - hour).count() >= HOURLY
