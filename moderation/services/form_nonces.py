"""Acts that are done once for each form, as often as it is sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from moderation.errors import DoneAlready
from moderation.models import FormNonce

KEPT = timedelta(days=30)
"""Nobody sends the page of a form again after so long."""


def nonce_use(nonce: UUID | None) -> None:
    """Note that a form was sent, in the transaction that does its action; None: it is of no form.

    Raises DoneAlready: it was sent before, and its action was done; TransactionManagementError
    outside of a transaction.
    """
    if nonce is None:
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("A form and its action belong together.")
    try:
        with transaction.atomic():
            FormNonce.objects.create(id=nonce)
    except IntegrityError:
        raise DoneAlready from None


def form_nonces_purge(*, now: datetime) -> None:
    """Forget forms that nobody has open any more."""
    FormNonce.objects.filter(at__lt=now - KEPT).delete()
