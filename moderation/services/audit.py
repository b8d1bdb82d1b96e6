"""The one way into the log."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from accounts.models import User
from citadels.api.errors import Invalid
from moderation.errors import DoneAlready
from moderation.models import REASON_LENGTH, Act, AuditEntry


def audit(
    *,
    by: User | None,
    act: Act,
    reason: str,
    game: UUID | None = None,
    user: UUID | None = None,
    data: dict[str, Any] | None = None,
    undoes: AuditEntry | None = None,
    once: UUID | None = None,
) -> AuditEntry:
    """Write down what is done, in the transaction that does it.

    ``data`` says what changed, and nothing that players may not know. ``once`` names the form that
    was sent: of two with the same the second is refused, and with it what was done. Raises Invalid:
    the reason is missing, or too long; DoneAlready; TransactionManagementError outside of a
    transaction.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("What is done and the log of it belong together.")
    entry = AuditEntry(
        by=by,
        act=act,
        reason=reason_checked(reason),
        game=game,
        user=user,
        data=data or {},
        undoes=undoes,
        once=once,
    )
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        not_yet_done(once)
        raise
    return entry


def not_yet_done(once: UUID | None) -> None:
    """Let pass a form that was not sent before, or is of none. Raises DoneAlready."""
    if once is not None and AuditEntry.objects.filter(once=once).exists():
        raise DoneAlready


def reason_checked(reason: str) -> str:
    """``reason`` without blanks around it. Raises Invalid."""
    reason = reason.strip()
    if not reason:
        raise Invalid.field("/reason", "blank", "Say why.")
    if len(reason) > REASON_LENGTH:
        raise Invalid.field("/reason", "max_length", f"At most {REASON_LENGTH} characters.")
    return reason
