"""Personal data of notifications: export and deletion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import (
    DeletedUser,
    ExportFile,
    PersonalDataHandler,
    RenamedUser,
    handler_register,
)
from notifications.kinds import KINDS
from notifications.models import (
    ChannelPreference,
    Delivery,
    Digest,
    Notification,
    OutboxEntry,
    PushSubscription,
    WebhookEndpoint,
)
from notifications.selectors import (
    entry_data,
    push_subscription_document,
    push_subscriptions_of,
    webhook_document,
    webhooks_of,
)

Rows = Iterator[Any]


def register() -> None:
    """Register what this app exports and deletes for a user."""
    handler_register(
        PersonalDataHandler(
            "notifications", export_files=export_files_of, replace_name=replace_name, erase=erase
        )
    )


def export_files_of(user: User) -> list[ExportFile]:
    """Return the files that this app adds to the export of a user."""
    return [
        ("notifications", notifications(user)),
        ("deliveries", deliveries(user)),
        ("caused_notifications", caused_notifications(user)),
        ("webhooks", webhooks(user)),
        ("devices", devices(user)),
        ("notification_preferences", channel_preferences(user)),
    ]


def notifications(user: User) -> Rows:
    """Yield the notifications of the user."""
    told = Notification.objects.filter(user=user).select_related("entry")
    for one in told.iterator():
        yield {
            "kind": one.entry.kind,
            "data": entry_data(one.entry),
            "created_at": one.created_at,
            "read_at": one.read_at,
        }


def deliveries(user: User) -> Rows:
    """Return the deliveries by e-mail, by webhook and to devices."""
    for one in Delivery.objects.filter(user=user).select_related("entry").iterator():
        yield {
            "kind": one.entry.kind,
            "channel": one.channel,
            "progress": one.progress,
            "created_at": one.created_at,
            "ended_at": one.ended_at,
        }


def caused_notifications(user: User) -> Rows:
    """Return what the user put in front of others, who are not named."""
    caused = OutboxEntry.objects.filter(sender=user.id)
    yield from caused.values("kind", "subject", "created_at").iterator()


def webhooks(user: User) -> Rows:
    """Return the webhooks without their secrets."""
    now = timezone.now()
    for endpoint in webhooks_of(user=user):
        yield webhook_document(endpoint, now=now)


def devices(user: User) -> Rows:
    """Return the devices without their keys and URLs."""
    yield from map(push_subscription_document, push_subscriptions_of(user=user))


def channel_preferences(user: User) -> Rows:
    """Yield the preferences that the user has set."""
    said = ChannelPreference.objects.filter(user=user)
    yield from said.values("kind", "in_app", "email", "webhook", "push", "changed_at").iterator()


def erase(deleted_user: DeletedUser) -> None:
    """Delete the user's notifications, and replace their name in those of other users."""
    receivers = (WebhookEndpoint, PushSubscription)
    for model in (Notification, Delivery, Digest, ChannelPreference, *receivers):
        model._default_manager.filter(user=deleted_user.user).delete()
    OutboxEntry.objects.filter(sender=deleted_user.user.id).update(sender=None)
    replace_name(deleted_user)


def replace_name(renamed: RenamedUser) -> None:
    """Replace the user's name in notifications."""
    naming = {kind.name: kind.names for kind in KINDS.values() if kind.names}
    entries = OutboxEntry.objects.filter(kind__in=naming).annotate(text=Cast("data", TextField()))
    for entry in entries.filter(text__contains=f'"{renamed.username}"'):
        data = renamed.replace_name_at(entry.data, naming[entry.kind])
        OutboxEntry.objects.filter(pk=entry.pk).update(data=data)
