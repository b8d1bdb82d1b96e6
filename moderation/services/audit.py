"""The only service that writes to the audit log."""

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
    """Add an entry to the audit log, in the transaction that performs the action.

    ``data`` says what changed, and must not contain anything hidden from players. Raises Invalid if
    the reason is missing or too long, TransactionManagementError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("Write the audit log in the action's transaction.")
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
    """Return the reason without surrounding whitespace. Raises Invalid."""
    reason = reason.strip()
    if not reason:
        raise Invalid.field("/reason", "blank", _("Enter a reason."))
    if len(reason) > REASON_LENGTH:
        detail = _("At most %(most)s characters.") % {"most": REASON_LENGTH}
        raise Invalid.field("/reason", "max_length", detail)
    return reason
