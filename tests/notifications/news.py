"""Telling users things, without any game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from notifications.models import ChannelPreference, Delivery, OutboxEntry, WebhookEndpoint
from notifications.services.endpoints import webhook_create
from notifications.services.outbox import notification_enqueue
from notifications.services.relay import RelayResult, relay_all

ITEM = UUID(int=7)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
STALE: set[int] = set()
"""Numbers of news that nobody needs to hear any more."""


def enqueue_news(*users: User, number: int = 1, sender: User | None = None) -> OutboxEntry:
    """The users are told some news; nothing has gone out yet."""
    with transaction.atomic():
        data = {"number": number}
        entry = notification_enqueue(
            users=[u.id for u in users],
            kind="news",
            subject=ITEM,
            data=data,
            sender=None if sender is None else sender.id,
        )
    assert entry is not None
    return entry


def relay() -> RelayResult:
    return relay_all(seconds=5)


def wish(user: User, kind: str = "news", **how: Any) -> None:
    ChannelPreference.objects.update_or_create(user=user, kind=kind, defaults=how)


def hook(user: User, url: str, **how: Any) -> WebhookEndpoint:
    """An endpoint, and no mail: these tests look at calls."""
    wish(user, email="off")
    return webhook_create(user=user, url=url, **how)


def only_delivery() -> Delivery:
    return Delivery.objects.select_related("endpoint", "entry").get()
