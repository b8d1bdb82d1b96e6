"""Deletes old notifications."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from notifications.models import Digest, OutboxEntry

BATCH = 1000


def expired_purge(*, now: datetime) -> int:
    """Delete entries, lists and logs after the retention period. Returns how many outbox entries.

    It works in batches, to keep transactions short.
    """
    before = now - timedelta(days=settings.NOTIFICATION_RETENTION_DAYS)
    Digest.objects.filter(created_at__lt=before).delete()
    purged = 0
    while ids := list(
        OutboxEntry.objects.filter(created_at__lt=before).values_list("id", flat=True)[:BATCH]
    ):
        OutboxEntry.objects.filter(id__in=ids).delete()
        purged += len(ids)
    return purged
