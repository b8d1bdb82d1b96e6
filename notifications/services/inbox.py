"""What happens to the lines in users' lists of notifications: users read them, or they end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from notifications.errors import NotificationNotFound
from notifications.models import Notification
from notifications.selectors import notifications_of
from notifications.services.receiver_limits import unread_lock


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


def notifications_end(
    *, users: Iterable[UUID], subject: UUID, kinds: Collection[str], now: datetime
) -> None:
    """Hide the unread lines of these kinds about a subject, which are no longer true.

    The caller's transaction ends what they say.
    """
    if lines := unread_lock(users=users, subject=subject, kinds=kinds):
        ids = [line.id for line in lines]
        Notification.objects.filter(id__in=ids).update(replaced_at=now)
