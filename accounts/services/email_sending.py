"""Sending the mail about accounts that was ordered."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import Letter, LetterKind
from accounts.services.email_texts import message_of
from core import database_clock
from core.leases import LeaseQueue

logger = logging.getLogger(__name__)

HOURLY = 3
"""How many of a kind that strangers can order go to one address within an hour."""
BY_STRANGERS = (LetterKind.VERIFY, LetterKind.RESET)


class LetterQueue(LeaseQueue[Letter]):
    """E-mails about accounts. One whose worker dies between sending and marking is sent again."""

    lease = timedelta(minutes=2)
    longest_lease = timedelta(hours=6)
    max_attempts = 8
    budget = 10.0  # a mail server that hangs must not look like a dead process
    batch = 50

    def rows(self) -> QuerySet[Letter]:
        return Letter.objects.filter(due_at__isnull=False).select_related("user")

    def process(self, letter: Letter) -> bool:
        now = database_clock.now()
        message = None if _too_many(letter, now) else message_of(letter)
        if message is not None:
            message.send()
        _end(letter, sent_at=now if message else None)
        return message is not None

    def give_up(self, letter: Letter) -> None:
        _end(letter)

    def note_failure(self, letter: Letter, error: Exception) -> None:
        logger.warning("Letter %s was not sent: %s", letter.id, type(error).__name__)


def letters_send(*, seconds: float = LetterQueue.budget) -> int:
    """Send the e-mails that are due, and begin none after ``seconds``. Returns how many were sent.

    A mail server that hangs holds the caller up for one e-mail more.
    """
    return LetterQueue().work(seconds)


def _end(letter: Letter, *, sent_at: datetime | None = None) -> None:
    """There is no further attempt. Of an account that is gone not even the address is kept."""
    row = Letter.objects.filter(id=letter.id)
    if letter.kind == LetterKind.DELETED:
        row.delete()
    else:
        row.update(due_at=None, sent_at=sent_at)


def _too_many(letter: Letter, now: datetime) -> bool:
    """Whether its address has got so many of this kind that somebody seems to play with it."""
    if letter.kind not in BY_STRANGERS:
        return False
    hour = timedelta(hours=1)
    same = Letter.objects.filter(address=letter.address, kind=letter.kind)
    return same.filter(sent_at__gt=now - hour).count() >= HOURLY
