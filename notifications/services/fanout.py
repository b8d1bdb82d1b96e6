"""Fans out the outbox: from one row for an event to a row for each user and channel."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Preferences, User
from accounts.selectors import preferences_of
from core import database_clock
from core.leases import LeaseQueue
from core.metrics import GIVEN_UP
from notifications.kinds import Kind, kind_by_name
from notifications.models import (
    Channel,
    ChannelPreference,
    Delivery,
    Mode,
    Notification,
    OutboxEntry,
    Progress,
    PushSubscription,
    WebhookEndpoint,
)
from notifications.selectors import channel_preferences_of, channel_settings_for, wants_email
from notifications.services.emails import DIGEST
from notifications.services.outbox import wakeup
from notifications.services.push_requests import push_key
from notifications.services.receiver_limits import Quota, unread_replace, unsent_replace
from notifications.services.timing import HOUR, MINUTE, SECOND, mail_time

logger = logging.getLogger(__name__)

MACHINE = r"^(OperationalError|InterfaceError|ConnectionError|TimeoutError|RedisError): "
"""Stored errors of the database and of Redis, the only machines that a fan-out calls."""

ERROR_LENGTH = 500


AnyReceiver = TypeVar("AnyReceiver", WebhookEndpoint, PushSubscription)


@dataclass(frozen=True, slots=True)
class Audience:
    """The users of an entry, with their preferences, webhooks and devices."""

    users: dict[UUID, User]
    preferences: dict[UUID, Preferences]
    said: dict[tuple[UUID, str], ChannelPreference]
    endpoints: dict[UUID, list[WebhookEndpoint]]
    subscriptions: dict[UUID, list[PushSubscription]]
    quota: Quota

    @classmethod
    def of(cls, entry: OutboxEntry, now: datetime) -> Audience:
        """Lock the users, to count what they get, and return them."""
        kind = kind_by_name(entry.kind)
        active = User.objects.filter(is_active=True, id__in=entry.users).order_by("id")
        users = {user.id: user for user in active.select_for_update(no_key=True)}
        endpoints = by_user(WebhookEndpoint.objects.filter(user__in=users, disabled_at=None))
        subscriptions = by_user(PushSubscription.objects.filter(user__in=users))
        said = channel_preferences_of(users=users, kinds=[kind.name, DIGEST])
        quota = Quota.of(entry, kind, users, now)
        return cls(users, preferences_of(users), said, endpoints, subscriptions, quota)

    def has_left_digest(self, user_id: UUID) -> bool:
        """True if the user has unsubscribed from the digest."""
        said = self.said.get((user_id, DIGEST))
        return said is not None and said.email == Mode.OFF


def by_user(receivers: Iterable[AnyReceiver]) -> dict[UUID, list[AnyReceiver]]:
    """Return the receivers of each user."""
    grouped: dict[UUID, list[AnyReceiver]] = {}
    for receiver in receivers:
        grouped.setdefault(receiver.user_id, []).append(receiver)
    return grouped


class OutboxQueue(LeaseQueue[OutboxEntry]):
    """Entries that have not reached their users yet. Each is fanned out in one transaction."""

    due = "available_at"
    lease = timedelta(seconds=60)
    longest_lease = lease
    waits = (5 * SECOND, 1 * MINUTE, 10 * MINUTE, 1 * HOUR, 6 * HOUR)
    max_attempts = len(waits) + 1
    batch = 100

    def rows(self) -> QuerySet[OutboxEntry]:
        return OutboxEntry.objects.filter(fanned_out_at=None, dead_at=None)

    @transaction.atomic
    def process(self, entry: OutboxEntry) -> int | None:
        now = database_clock.now()
        if not self.leased_row(entry).filter(fanned_out_at=None).update(fanned_out_at=now):
            return None
        entry_fan_out(entry, Audience.of(entry, now), now)
        return 1

    def give_up(self, entry: OutboxEntry) -> None:
        if self.leased_row(entry).filter(fanned_out_at=None).update(dead_at=database_clock.now()):
            GIVEN_UP.labels("entry").inc()

    def note_failure(self, entry: OutboxEntry, error: Exception) -> None:
        logger.exception("Outbox entry %s (%s) cannot be spread", entry.pk, entry.kind)
        text = f"{type(error).__name__}: {error}".replace("\0", "\\0")  # no column can store it
        self.leased_row(entry).update(error=text[:ERROR_LENGTH])


def outbox_fan_out(*, seconds: float = OutboxQueue.budget) -> int:
    """Fan out the entries of the outbox. Returns how many."""
    return OutboxQueue().work(seconds)


def entry_fan_out(entry: OutboxEntry, audience: Audience, now: datetime) -> None:
    """Write the notifications and deliveries of an outbox entry for all of its users."""
    kind, quota = kind_by_name(entry.kind), audience.quota
    notifications: list[Notification] = []
    deliveries: list[Delivery] = []
    for user_id in map(UUID, entry.users):
        user = audience.users.get(user_id)
        if user is None or not kind.relevant(entry.subject, user_id, entry.data):
            continue
        channel_settings = channel_settings_for(kind, audience.said.get((user_id, kind.name)))
        if channel_settings.in_app:
            notifications.append(Notification(entry=entry, user=user, created_at=now))
        if wants_email(channel_settings, user):
            preferences, mode = audience.preferences[user_id], channel_settings.email
            admitted = quota.admits(user_id, Channel.EMAIL)
            if admitted or mode == Mode.DIGEST or not audience.has_left_digest(user_id):
                mode = mode if admitted else Mode.DIGEST
                deliveries.append(email_delivery_make(entry, user, kind, mode, preferences, now))
        if channel_settings.webhook and quota.admits(user_id, Channel.WEBHOOK):
            endpoints = audience.endpoints.get(user_id, [])
            deliveries += [
                receiver_delivery_make(entry, endpoint, now)
                for endpoint in endpoints
                if not endpoint.kinds or kind.name in endpoint.kinds
            ]
        pushes = channel_settings.push and quota.admits(user_id, Channel.PUSH)
        if pushes and push_key() is not None:
            deliveries += [
                receiver_delivery_make(entry, subscription, now)
                for subscription in audience.subscriptions.get(user_id, [])
            ]
    unsent_replace(entry, kind, deliveries, now)
    Notification.objects.bulk_create(unread_replace(entry, kind, notifications, now))
    Delivery.objects.bulk_create(deliveries)


def email_delivery_make(
    entry: OutboxEntry, user: User, kind: Kind, mode: str, preferences: Preferences, now: datetime
) -> Delivery:
    """Return an unsaved e-mail delivery, held for the digest or sent when the user allows."""
    held = mode == Mode.DIGEST
    return Delivery(
        entry=entry,
        user=user,
        channel=Channel.EMAIL,
        progress=Progress.HELD if held else Progress.WAITING,
        created_at=now,
        available_at=mail_time(kind=kind, preferences=preferences, now=now),
    )


def receiver_delivery_make(
    entry: OutboxEntry, receiver: WebhookEndpoint | PushSubscription, now: datetime
) -> Delivery:
    """Return a delivery to a webhook or a device, due at once. Quiet hours put it off later."""
    delivery = Delivery(
        entry=entry,
        user_id=receiver.user_id,
        created_at=now,
        available_at=now,
    )
    if isinstance(receiver, WebhookEndpoint):
        delivery.channel, delivery.endpoint = Channel.WEBHOOK, receiver
    else:
        delivery.channel, delivery.subscription = Channel.PUSH, receiver
    return delivery


def receiver_test(*, kind: str, receiver: WebhookEndpoint | PushSubscription) -> Delivery:
    """Send a test message to a webhook or a device of a user."""
    now = database_clock.now()
    entry = OutboxEntry.objects.create(
        kind=kind,
        subject=receiver.id,
        users=[str(receiver.user_id)],
        created_at=now,
        available_at=now,
        fanned_out_at=now,
    )
    delivery = receiver_delivery_make(entry, receiver, now)
    delivery.save(force_insert=True)
    wakeup.wake_on_commit()
    return delivery


def find_outbox_given_up(*, since: datetime) -> QuerySet[OutboxEntry]:
    """Return the entries that were given up since then because of the machine."""
    refused = Q(error="") | Q(error__regex=MACHINE)
    return OutboxEntry.objects.filter(refused, dead_at__gte=since)


def outbox_retry(*, entries: QuerySet[OutboxEntry]) -> int:
    """Retry those of ``entries`` that were given up. Returns how many."""
    now = database_clock.now()
    dead = entries.filter(dead_at__isnull=False)
    return dead.update(dead_at=None, attempts=0, available_at=now)
