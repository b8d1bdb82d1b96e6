"""All reads of notifications and channel preferences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from notifications.errors import DeliveryNotFound, WebhookNotFound
from notifications.kinds import (
    KINDS,
    TITLE_PROVIDERS,
    Kind,
    Reader,
    StillTrue,
    kind_by_name,
    kinds_with_preferences,
)
from notifications.models import (
    ChannelPreference,
    Delivery,
    Mode,
    Notification,
    OutboxEntry,
    PushSubscription,
    WebhookEndpoint,
)

Document = dict[str, Any]


# --- wishes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """The channels of a user for one kind."""

    in_app: bool
    email: str
    webhook: bool
    push: bool


def channel_settings_for(kind: Kind, said: ChannelPreference | None) -> ChannelSettings:
    """Return the user's channels for a kind, or its defaults."""
    channel_settings = ChannelSettings(kind.in_app, kind.email, kind.webhook, kind.push)
    if said is None:
        return channel_settings
    return ChannelSettings(
        channel_settings.in_app if said.in_app is None else said.in_app,
        channel_settings.email if said.email is None else said.email,
        channel_settings.webhook if said.webhook is None else said.webhook,
        channel_settings.push if said.push is None else said.push,
    )


def channel_preferences_of(
    *, users: Iterable[UUID], kinds: Iterable[str]
) -> dict[tuple[UUID, str], ChannelPreference]:
    """Return the channel preferences of these users for these kinds, by user and kind."""
    said = ChannelPreference.objects.filter(user__in=set(users), kind__in=set(kinds))
    return {(one.user_id, one.kind): one for one in said}


def channel_preferences_document(*, user: User) -> Document:
    """Return the channels of ``user`` for each kind that they can choose for."""
    kinds = kinds_with_preferences()
    said = channel_preferences_of(users=[user.id], kinds=[kind.name for kind in kinds])
    return {
        "kinds": {k.name: channel_settings_document(k, said.get((user.id, k.name))) for k in kinds}
    }


def channel_settings_document(kind: Kind, said: ChannelPreference | None) -> Document:
    """Return the channels of a kind, as the user or the default sets them."""
    channel_settings = channel_settings_for(kind, said)
    return {
        "summary": kind.summary,
        "in_app": channel_settings.in_app,
        "email": channel_settings.email,
        "webhook": channel_settings.webhook,
        "push": channel_settings.push,
    }


# --- the list ----------------------------------------------------------------------------------


def notifications_of(*, user: User, unread: bool = False) -> QuerySet[Notification]:
    """Return the user's notifications, newest first, without those that newer ones replaced, and
    without kinds that this version does not know.
    """
    told = Notification.objects.filter(user=user, replaced_at=None, entry__kind__in=KINDS)
    told = told.select_related("entry")
    return told.filter(read_at=None) if unread else told


def lines_still_true(lines: Iterable[Notification], *, user: User) -> list[Notification]:
    """Leave out unread lines that are no longer true.

    What ends them hides them, but not a line that the fan-out is adding at the same moment.
    """
    checked = [(line, check_of(line)) for line in lines]
    subjects: dict[StillTrue, set[UUID]] = {}
    for line, check in checked:
        if check is not None:
            subjects.setdefault(check, set()).add(line.entry.subject)
    true = {check: check(user.id, about) for check, about in subjects.items()}
    return [line for line, check in checked if check is None or line.entry.subject in true[check]]


def check_of(line: Notification) -> StillTrue | None:
    """Return what checks that an unread line is still true, if it can end."""
    return None if line.read_at else kind_by_name(line.entry.kind).still_true


def titles_of(notifications: Iterable[Notification], *, user: User) -> dict[UUID, str]:
    """Return the titles of what the user's notifications are about, by subject, where they have
    one.
    """
    subjects: dict[str, set[UUID]] = {}
    for one in notifications:
        subjects.setdefault(kind_by_name(one.entry.kind).about, set()).add(one.entry.subject)
    titles: dict[UUID, str] = {}
    for about in subjects.keys() & TITLE_PROVIDERS.keys():
        titles |= TITLE_PROVIDERS[about](user.id, sorted(subjects[about]))
    return titles


def notification_document(
    notification: Notification, reader: Reader, titles: Mapping[UUID, str]
) -> Document:
    """Return a notification in the reader's language."""
    entry = notification.entry
    kind = kind_by_name(entry.kind)
    return {
        "id": notification.id,
        "kind": kind.name,
        "title": kind.subject_for(entry.data, reader),
        "text": kind.text_for(entry.data, reader),
        "game_title": titles.get(entry.subject, ""),
        "data": entry_data(entry),
        "created_at": notification.created_at,
        "read_at": notification.read_at,
    }


def entry_data(entry: OutboxEntry) -> Document:
    """Return the data of an entry for programs, the same in every channel."""
    return {kind_by_name(entry.kind).about: str(entry.subject), **entry.data}


# --- webhooks ----------------------------------------------------------------------------------


def webhooks_of(*, user: User) -> QuerySet[WebhookEndpoint]:
    """Return the webhooks of a user."""
    return WebhookEndpoint.objects.filter(user=user)


def webhook_of(*, user: User, webhook_id: UUID) -> WebhookEndpoint:
    """Return a user's webhook. Raises WebhookNotFound."""
    endpoint = webhooks_of(user=user).filter(id=webhook_id).first()
    if endpoint is None:
        raise WebhookNotFound
    return endpoint


def webhook_document(endpoint: WebhookEndpoint, *, now: datetime) -> Document:
    """Return a webhook for its owner, without its secrets, which are shown once."""
    until = endpoint.old_secret_until
    return {
        "id": endpoint.id,
        "name": endpoint.name,
        "url": endpoint.url,
        "kinds": endpoint.kinds,
        "enabled": endpoint.disabled_at is None,
        "disabled_at": endpoint.disabled_at,
        "disabled_why": endpoint.disabled_why or None,
        "failing_since": endpoint.failing_since,
        "old_secret_until": until if until and until > now else None,
        "created_at": endpoint.created_at,
    }


def deliveries_of(*, user: User, webhook_id: UUID) -> QuerySet[Delivery]:
    """Return the deliveries to a webhook of ``user``, newest first. Raises WebhookNotFound."""
    endpoint = webhook_of(user=user, webhook_id=webhook_id)
    return Delivery.objects.filter(endpoint=endpoint).select_related("entry")


def delivery_of(*, user: User, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Return a delivery. Raises WebhookNotFound, DeliveryNotFound."""
    delivery = deliveries_of(user=user, webhook_id=webhook_id).filter(id=delivery_id).first()
    if delivery is None:
        raise DeliveryNotFound
    return delivery


def delivery_document(delivery: Delivery) -> Document:
    """Return a delivery for the owner of its webhook."""
    waiting = delivery.ended_at is None
    return {
        "id": delivery.id,
        "message_id": delivery.message_id,
        "kind": delivery.entry.kind,
        "progress": delivery.progress,
        "created_at": delivery.created_at,
        "ended_at": delivery.ended_at,
        "next_attempt_at": delivery.available_at if waiting else None,
        "attempts": delivery.log,
    }


# --- devices -----------------------------------------------------------------------------------


def push_subscriptions_of(*, user: User) -> QuerySet[PushSubscription]:
    """Return the devices of a user that get notifications."""
    return PushSubscription.objects.filter(user=user)


def push_subscription_document(subscription: PushSubscription) -> Document:
    """Return a device for its owner, without its keys and its URL, which is secret."""
    return {
        "id": subscription.id,
        "name": subscription.name,
        "host": subscription.host,
        "failing_since": subscription.failing_since,
        "created_at": subscription.created_at,
    }


def wants_email(channel_settings: ChannelSettings, user: User) -> bool:
    """True if the user has a verified address and wants e-mail of this kind."""
    return channel_settings.email != Mode.OFF and bool(user.email)
