"""The tables of notifications: the outbox, recipients, channels and deliveries."""

from __future__ import annotations

from notifications.models.delivery import Channel, Delivery, Progress
from notifications.models.digest import Digest
from notifications.models.outbox import Notification, OutboxEntry
from notifications.models.preference import ChannelPreference, Mode
from notifications.models.receiver import Receiver
from notifications.models.subscription import PushSubscription
from notifications.models.webhook import Disabled, WebhookEndpoint

__all__ = [
    "Channel",
    "ChannelPreference",
    "Delivery",
    "Digest",
    "Disabled",
    "Mode",
    "Notification",
    "OutboxEntry",
    "Progress",
    "PushSubscription",
    "Receiver",
    "WebhookEndpoint",
]
