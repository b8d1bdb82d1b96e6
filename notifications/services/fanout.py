"""Spreading the outbox: from one row of what happened to a part for each user and channel."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Preferences, User
from accounts.selectors import preferences_of
from citadels import database_clock
from citadels.metrics import GIVEN_UP
from notifications.kinds import Kind, kind_named
from notifications.models import (
    Channel,
    ChannelPreference,
    Delivery,
    Mode,
    Notification,
    OutboxEntry,
    Progress,
    WebhookEndpoint,
)
from notifications.selectors import mail_wanted, wish_for, wishes_said
from notifications.services.timing import mail_time, next_spreading

logger = logging.getLogger(__name__)

BATCH = 100


@dataclass(frozen=True, slots=True)
class Audience:
    """All that is known of the users of a batch, read once."""

    users: dict[UUID, User]
    preferences: dict[UUID, Preferences]
    said: dict[tuple[UUID, str], ChannelPreference]
    endpoints: dict[UUID, list[WebhookEndpoint]]

    @classmethod
    def of(cls, entries: Sequence[OutboxEntry]) -> Audience:
        ids = {UUID(user) for entry in entries for user in entry.users}
        users = User.objects.filter(is_active=True).in_bulk(ids)
        endpoints: dict[UUID, list[WebhookEndpoint]] = {}
        for endpoint in WebhookEndpoint.objects.filter(user__in=users, disabled_at=None):
            endpoints.setdefault(endpoint.user_id, []).append(endpoint)
        said = wishes_said(users=users, kinds=[entry.kind for entry in entries])
        return cls(users, preferences_of(users), said, endpoints)


def outbox_spread(*, limit: int = BATCH) -> int:
    """Give users their part of what waits in the outbox; returns how many rows were taken.

    Rows are locked while they are spread and marked in the same transaction, so that two workers
    never spread one twice. A row that cannot be spread is put off, and keeps no other waiting.
    """
    now = database_clock.now()
    with transaction.atomic():
        waiting = OutboxEntry.objects.filter(spread_at=None, dead_at=None, available_at__lte=now)
        locked = waiting.select_for_update(skip_locked=True).order_by("available_at", "id")
        entries = list(locked[:limit])
        audience = Audience.of(entries)
        for entry in entries:
            try:
                with transaction.atomic():
                    entry_spread(entry, audience, now)
            except Exception as error:  # whatever is wrong with one, the others go out
                put_off(entry, error, now)
    return len(entries)


def entry_spread(entry: OutboxEntry, audience: Audience, now: datetime) -> None:
    kind = kind_named(entry.kind)
    notifications: list[Notification] = []
    deliveries: list[Delivery] = []
    for user_id in map(UUID, entry.users):
        user = audience.users.get(user_id)
        if user is None or not kind.relevant(entry.subject, user_id, entry.data):
            continue
        wish = wish_for(kind, audience.said.get((user_id, kind.name)))
        if wish.in_app:
            notifications.append(Notification(entry=entry, user=user, created_at=now))
        if mail_wanted(wish, user):
            preferences = audience.preferences[user_id]
            deliveries.append(mail_of(entry, user, kind, wish.email, preferences, now))
        if wish.webhook:
            endpoints = audience.endpoints.get(user_id, [])
            deliveries += [
                call_of(entry, endpoint, now)
                for endpoint in endpoints
                if not endpoint.kinds or kind.name in endpoint.kinds
            ]
    Notification.objects.bulk_create(notifications)
    Delivery.objects.bulk_create(deliveries)
    entry.spread_at = now
    entry.save(update_fields=["spread_at"])


def mail_of(
    entry: OutboxEntry, user: User, kind: Kind, mode: str, preferences: Preferences, now: datetime
) -> Delivery:
    held = mode == Mode.DIGEST
    return Delivery(
        entry=entry,
        user=user,
        channel=Channel.EMAIL,
        progress=Progress.HELD if held else Progress.WAITING,
        created_at=now,
        available_at=mail_time(kind=kind, preferences=preferences, now=now),
    )


def call_of(entry: OutboxEntry, endpoint: WebhookEndpoint, now: datetime) -> Delivery:
    """A delivery to an endpoint, due at once."""
    return Delivery(
        entry=entry,
        user_id=endpoint.user_id,
        channel=Channel.WEBHOOK,
        endpoint=endpoint,
        created_at=now,
        available_at=now,
    )


def outbox_again(*, entries: QuerySet[OutboxEntry]) -> int:
    """Take up again those of ``entries`` that were given up; returns how many."""
    now = database_clock.now()
    dead = entries.filter(dead_at__isnull=False)
    return dead.update(dead_at=None, attempts=0, available_at=now)


def put_off(entry: OutboxEntry, error: Exception, now: datetime) -> None:
    logger.exception("Outbox entry %s (%s) cannot be spread", entry.pk, entry.kind)
    entry.spread_at = None
    entry.attempts += 1
    entry.error = f"{type(error).__name__}: {error}"[:500]
    again = next_spreading(attempts=entry.attempts, now=now)
    if again is None:
        entry.dead_at = now
        GIVEN_UP.labels("entry").inc()
    else:
        entry.available_at = again
    entry.save(update_fields=["spread_at", "attempts", "error", "dead_at", "available_at"])
