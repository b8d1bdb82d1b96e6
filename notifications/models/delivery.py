"""Deliveries to users by a channel, and their progress."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notifications.models.outbox import OutboxEntry
from notifications.models.subscription import PushSubscription
from notifications.models.webhook import WebhookEndpoint

CHANNEL_LENGTH = 10


class Channel(models.TextChoices):
    """The channels that leave the service. The list in the client is not one: clients read it."""

    EMAIL = "email"
    WEBHOOK = "webhook"
    PUSH = "push"


class Progress(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting"  # due at `available_at`
    HELD = "held"  # held for the daily digest
    SENT = "sent"
    DROPPED = "dropped"  # no longer relevant, or without a recipient
    DEAD = "dead"  # all attempts failed


class Delivery(models.Model):
    """A message to a user by one channel. It is sent at least once, always with the same id, so
    that receivers can recognize duplicates.

    A worker that takes one moves ``available_at`` to the end of a lease. If the worker dies,
    another one takes it then.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entry = models.ForeignKey(OutboxEntry, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_index=False,  # an index below begins with it
    )
    channel = models.CharField(max_length=CHANNEL_LENGTH, choices=Channel)
    endpoint = models.ForeignKey(
        WebhookEndpoint,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
    )
    subscription = models.ForeignKey(
        PushSubscription,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
        db_index=False,  # the constraint has an index
    )
    progress = models.CharField(max_length=10, choices=Progress, default=Progress.WAITING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    available_at = models.DateTimeField(default=timezone.now, help_text="Not before.")
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts since it was last requested."
    )
    resend_requested_at = models.DateTimeField(
        null=True, blank=True, help_text="Requested again: sent even if it is out of date."
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Sent, dropped or given up.")
    log = models.JSONField(default=list, help_text="The attempts, with times and outcomes.")

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = _("deliveries")
        indexes = [
            models.Index(
                fields=["channel", "available_at"],
                name="delivery_due",
                condition=Q(progress="waiting"),
            ),
            models.Index(
                fields=["endpoint", "available_at"],
                name="delivery_due_at_endpoint",
                condition=Q(progress="waiting", endpoint__isnull=False),
            ),
            models.Index(
                fields=["subscription", "available_at"],
                name="delivery_due_at_subscription",
                condition=Q(progress="waiting", subscription__isnull=False),
            ),
            models.Index(
                fields=["user", "created_at"], name="delivery_held", condition=Q(progress="held")
            ),
            models.Index(fields=["endpoint", "-created_at", "-id"], name="delivery_log"),
            models.Index(fields=["user", "created_at"], name="delivery_lately"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "user", "channel"],
                condition=Q(endpoint=None, subscription=None),
                name="delivery_once_a_user",
            ),
            models.UniqueConstraint(
                fields=["entry", "endpoint"],
                condition=Q(endpoint__isnull=False),
                name="delivery_once_an_endpoint",
            ),
            models.UniqueConstraint(
                fields=["subscription", "entry"],
                condition=Q(subscription__isnull=False),
                name="delivery_once_a_subscription",
            ),
            models.CheckConstraint(
                condition=Q(channel="webhook", endpoint__isnull=False, subscription=None)
                | Q(channel="push", endpoint=None, subscription__isnull=False)
                | Q(channel="email", endpoint=None, subscription=None),
                name="delivery_receiver_of_its_channel",
            ),
            models.CheckConstraint(
                condition=Q(progress__in=["waiting", "held"], ended_at=None)
                | Q(progress__in=["sent", "dropped", "dead"], ended_at__isnull=False),
                name="delivery_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.id}"

    @property
    def message_id(self) -> str:
        """The message id that receivers see, the same for each attempt."""
        return f"msg_{self.id.hex}"
