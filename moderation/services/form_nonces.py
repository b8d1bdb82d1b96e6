"""Acts that are done once for each form, as often as it is sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from moderation.errors import DoneAlready
from moderation.models import SentForm

KEPT = timedelta(days=30)
"""Nobody sends the page of a form again after so long."""


def sent_first(once: UUID | None) -> None:
    """Note that a form was sent, in the transaction that does its act; None: it is of no form.

    Raises DoneAlready: it was sent before, and its act was done; TransactionManagementError outside
    of a transaction.
    """
    if once is None:
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("A form and its act belong together.")
    try:
        with transaction.atomic():
            SentForm.objects.create(id=once)
    except IntegrityError:
        raise DoneAlready from None


def sent_forms_purge(*, now: datetime) -> None:
    """Forget forms that nobody has open any more."""
    SentForm.objects.filter(at__lt=now - KEPT).delete()
