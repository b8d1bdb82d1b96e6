"""What others may put in front of one user: the limits of kinds (docs/limits.md) and their joining.

The rows that are written count, so nothing is forgotten when a process ends. The caller has locked
the users.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count

from notifications.kinds import Kind
from notifications.models import Channel, Delivery, Notification, OutboxEntry, Progress

WHILE = timedelta(hours=6)
"""The period of the limits of kinds."""

LONGEST_WAIT = timedelta(days=5)
"""No delivery waits longer for its attempts, quiet hours, or the digest."""

FACTORS = {Channel.EMAIL: 1, Channel.PUSH: 1, Channel.WEBHOOK: 10}
"""A limit is this many times larger for a channel: calls of webhooks disturb nobody."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many notifications of a kind users got lately by each channel, in all and from the sender
    of an entry. What one sender caused beyond their own limit takes nothing from the others.
    """

    kind: Kind
    counts: dict[tuple[UUID, str], tuple[int, int]]

    @classmethod
    def of(cls, entry: OutboxEntry, kind: Kind, users: Collection[UUID], now: datetime) -> Quota:
        if (limit := kind.limit) is None:
            return cls(kind, {})
        lately = Delivery.objects.filter(
            user__in=users, created_at__gt=now - WHILE, entry__kind=kind.name
        )
        rows = lately.order_by().values_list("user", "channel", "entry__sender")
        counts: dict[tuple[UUID, str], tuple[int, int]] = {}
        for user, channel, sender, count in rows.annotate(Count("entry", distinct=True)):
            in_all, from_one = counts.get((user, channel), (0, 0))
            if sender is not None:
                count = min(count, limit.most_from_one * FACTORS[Channel(channel)])
                from_one = count if sender == entry.sender else from_one
            counts[user, channel] = (in_all + count, from_one)
        return cls(kind, counts)

    def admits(self, user_id: UUID, channel: Channel) -> bool:
        """True if one more may reach the user at once by the channel."""
        if (limit := self.kind.limit) is None:
            return True
        in_all, from_one = self.counts.get((user_id, channel), (0, 0))
        factor = FACTORS[channel]
        return in_all < limit.in_all * factor and from_one < limit.most_from_one * factor


def unread_replace(
    entry: OutboxEntry, kind: Kind, notifications: Sequence[Notification], now: datetime
) -> list[Notification]:
    """Hide the unread lines that new ones replace. Returns those that no newer line replaces."""
    if not kind.replaces:
        return list(notifications)
    users = [one.user_id for one in notifications]
    locked = unread_lock(users=users, subject=entry.subject, kinds=kind.replaces)
    older = [line.id for line in locked if line.entry_id < entry.pk]
    newer = {line.user_id for line in locked if line.entry_id > entry.pk}
    if older:
        Notification.objects.filter(id__in=older).update(replaced_at=now)
    return [one for one in notifications if one.user_id not in newer]


def unread_lock(
    *, users: Iterable[UUID], subject: UUID, kinds: Collection[str]
) -> list[Notification]:
    """Lock and return the unread lines of these kinds about a subject in the lists of users."""
    unread = Notification.objects.filter(
        user__in=users,
        read_at=None,
        replaced_at=None,
        entry__subject=subject,
        entry__kind__in=kinds,
    )
    # A locked line is being read at this moment, so it is left alone.
    return list(unread.select_for_update(of=("self",), skip_locked=True, no_key=True))


def unsent_replace(
    entry: OutboxEntry, kind: Kind, deliveries: Sequence[Delivery], now: datetime
) -> None:
    """Drop the unsent messages that new ones to the same receivers replace."""
    if not kind.replaces or not deliveries:
        return
    unsent = Delivery.objects.filter(
        user__in={one.user_id for one in deliveries},
        created_at__gt=now - LONGEST_WAIT,
        progress__in=(Progress.WAITING, Progress.HELD),
        resend_requested_at=None,
        entry__subject=entry.subject,
        entry__kind__in=kind.replaces,
        entry__lt=entry.pk,
    )
    receivers = {receiver_of(one) for one in deliveries}
    locked = unsent.select_for_update(of=("self",), skip_locked=True, no_key=True)
    stale = [one.id for one in locked if receiver_of(one) in receivers]
    if stale:
        Delivery.objects.filter(id__in=stale).update(progress=Progress.DROPPED, ended_at=now)


def receiver_of(delivery: Delivery) -> tuple[object, ...]:
    """Return what identifies the receiver of a delivery."""
    return delivery.user_id, delivery.channel, delivery.endpoint_id, delivery.subscription_id
