"""What users do with their list of notifications."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from notifications.errors import NotificationNotFound
from notifications.models import Notification
from notifications.selectors import notifications_of


@transaction.atomic
def notifications_read(*, user: User, up_to: UUID | None = None) -> int:
    """Mark notifications as read: all, or ``up_to`` one and all older ones. Returns how many.

    Raises NotificationNotFound.
    """
    unread = notifications_of(user=user, unread=True).select_related(None)
    if up_to is not None:
        # A newer one may have replaced it since the user saw it.
        last = Notification.objects.filter(user=user, id=up_to).first()
        if last is None:
            raise NotificationNotFound
        older = Q(created_at__lt=last.created_at)
        unread = unread.filter(older | Q(created_at=last.created_at, id__lte=last.id))
    return unread.update(read_at=timezone.now())
