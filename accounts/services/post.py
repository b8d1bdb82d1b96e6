"""Sending the mail about accounts that was ordered."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic

from django.db.models import F

from accounts.letters import message_of
from accounts.models import Letter, LetterKind
from citadels import database_clock

logger = logging.getLogger(__name__)

BATCH = 50
SECONDS = 10.0
"""How long letters are begun: a mail server that hangs must not pass for a dead process."""
LEASE = timedelta(minutes=2)
"""That an attempt has to itself, should its process die; doubled with each that follows."""
MAX_ATTEMPTS = 8
HOURLY = 3
"""How many of a kind that strangers can order go to one address within an hour."""
BY_STRANGERS = (LetterKind.VERIFY, LetterKind.RESET)


def letters_send(*, seconds: float = SECONDS) -> int:
    """Send what is due, each once if nothing fails. How many were sent.

    After ``seconds`` no further one is begun: the rest stays due. A server that hangs holds the
    caller up for one letter more.
    """
    sent, end = 0, monotonic() + seconds
    due = Letter.objects.filter(due_at__lte=database_clock.now()).order_by("due_at")
    for letter in due.select_related("user")[:BATCH]:
        if monotonic() > end:
            break
        if _taken(letter):
            sent += _send(letter)
    return sent


def _taken(letter: Letter) -> bool:
    """Take a letter on, unless another worker has. It comes back if this one dies."""
    lease = LEASE * 2**letter.attempts
    return bool(
        Letter.objects.filter(id=letter.id, due_at=letter.due_at).update(
            due_at=database_clock.now() + lease, attempts=F("attempts") + 1
        )
    )


def _send(letter: Letter) -> bool:
    now = database_clock.now()
    message = None if _too_many(letter, now) else message_of(letter)
    if message is None:
        _end(letter)
        return False
    try:
        message.send()
    except Exception as error:  # backends fail in many ways, and none of them ends the rest
        logger.warning("Letter %s was not sent: %s", letter.id, type(error).__name__)
        if letter.attempts + 1 >= MAX_ATTEMPTS:
            _end(letter)
        return False
    _end(letter, sent_at=now)
    return True


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
