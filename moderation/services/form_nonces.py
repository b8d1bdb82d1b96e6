"""Form nonces: an action runs once for each form, even if the form is submitted twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from moderation.errors import DoneAlready
from moderation.models import FormNonce

RETENTION = timedelta(days=30)
"""How long nonces are stored. A form is hardly submitted again after that."""


def nonce_use(nonce: UUID | None) -> None:
    """Store the nonce of a form, in the transaction that performs its action.

    Does nothing for None. Raises DoneAlready if the form was submitted before,
    TransactionManagementError outside a transaction.
    """
    if nonce is None:
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("Use a nonce in the action's transaction.")
    try:
        with transaction.atomic():
            FormNonce.objects.create(id=nonce)
    except IntegrityError:
        raise DoneAlready from None


def form_nonces_purge(*, now: datetime) -> None:
    """Delete expired nonces."""
    FormNonce.objects.filter(at__lt=now - RETENTION).delete()
