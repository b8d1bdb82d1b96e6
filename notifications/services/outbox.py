"""Notifies users: one row, in the transaction of the event."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.db.transaction import TransactionManagementError

from core import database_clock
from core.task_wakeup import TaskWakeup
from notifications.kinds import kind_by_name
from notifications.models import OutboxEntry

# One relay fans out everything, so one wake-up a second is enough.
wakeup = TaskWakeup("notifications.tasks.relay", rest=1.0)


def notification_enqueue(
    *,
    users: Iterable[UUID],
    kind: str,
    subject: UUID,
    data: dict[str, Any],
    sender: UUID | None = None,
) -> OutboxEntry | None:
    """Notify ``users`` if and only if the caller's transaction commits. Returns None without users.

    Costs one INSERT; preferences are looked up later. ``data`` is plain JSON, and holds nothing
    that any player of the game may not know. ``sender`` is the user who causes it.
    Raises UnknownKind, and TransactionManagementError outside of a transaction.
    """
    kind_by_name(kind)
    if not transaction.get_connection().in_atomic_block:
        raise TransactionManagementError("What users are told belongs to a transaction.")
    ids = list(dict.fromkeys(str(user) for user in users))
    if not ids:
        return None
    now = database_clock.now()
    entry = OutboxEntry.objects.create(
        kind=kind,
        subject=subject,
        users=ids,
        data=data,
        sender=sender,
        created_at=now,
        available_at=now,
    )
    wakeup.wake_on_commit()
    return entry


def outbox_blank(
    *, kind: str, member: str, subjects: Collection[UUID], usernames: Collection[str]
) -> None:
    """Blank a member of the entries about ``subjects``, or by these users.

    It may run twice. It reads the whole outbox, so call it without a lock.
    """
    entries = OutboxEntry.objects.filter(kind=kind).exclude(**{f"data__{member}": ""})
    for entry in entries.filter(Q(subject__in=subjects) | Q(data__username__in=usernames)):
        OutboxEntry.objects.filter(pk=entry.pk).update(data={**entry.data, member: ""})
