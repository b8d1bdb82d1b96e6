"""The one way into the log."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection
from django.db.transaction import TransactionManagementError
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from moderation.models import REASON_LENGTH, Action, AuditEntry


def audit(
    *,
    by: User | None,
    action: Action,
    reason: str,
    game: UUID | None = None,
    user: UUID | None = None,
    data: dict[str, Any] | None = None,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Write down what is done, in the transaction that does it.

    ``data`` says what changed, and nothing that players may not know. Raises Invalid: the reason is
    missing, or too long; TransactionManagementError outside of a transaction.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("What is done and the log of it belong together.")
    return AuditEntry.objects.create(
        by=by,
        action=action,
        reason=reason_validate(reason),
        game=game,
        user=user,
        data=data or {},
        undoes=undoes,
    )


def reason_validate(reason: str) -> str:
    """``reason`` without blanks around it. Raises Invalid."""
    reason = reason.strip()
    if not reason:
        raise Invalid.field("/reason", "blank", _("Say why."))
    if len(reason) > REASON_LENGTH:
        detail = _("At most %(most)s characters.") % {"most": REASON_LENGTH}
        raise Invalid.field("/reason", "max_length", detail)
    return reason
