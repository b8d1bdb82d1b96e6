"""What goes out to one user by one channel, and how it went."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notifications.models.outbox import OutboxEntry
from notifications.models.webhook import WebhookEndpoint

CHANNEL_LENGTH = 10


class Channel(models.TextChoices):
    """The ways out of the service. The list in the client is no delivery: it is read."""

    EMAIL = "email"
    WEBHOOK = "webhook"


class Progress(models.TextChoices):
    """Where a delivery stands."""

    WAITING = "waiting"  # to be tried at `available_at`
    HELD = "held"  # for the daily digest
    SENT = "sent"
    DROPPED = "dropped"  # out of date before it went out, or nobody to receive it
    DEAD = "dead"  # given up


class Delivery(models.Model):
    """Sent at least once, and each time under this same id, so that receivers can tell doubles.

    A worker that takes one moves ``available_at`` to the end of a lease: if it dies, another takes
    it then.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entry = models.ForeignKey(OutboxEntry, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries"
    )
    channel = models.CharField(max_length=CHANNEL_LENGTH, choices=Channel)
    endpoint = models.ForeignKey(
        WebhookEndpoint,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
    )
    progress = models.CharField(max_length=10, choices=Progress, default=Progress.WAITING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    available_at = models.DateTimeField(default=timezone.now, help_text="Not before.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Since it was last asked for.")
    resend_requested_at = models.DateTimeField(
        null=True, blank=True, help_text="Then it goes out even if it is out of date."
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Sent, dropped or given up.")
    log = models.JSONField(default=list, help_text="The attempts: when, and how each went.")

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
                fields=["user", "created_at"], name="delivery_held", condition=Q(progress="held")
            ),
            models.Index(fields=["endpoint", "-created_at", "-id"], name="delivery_log"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "user", "channel"],
                condition=Q(endpoint=None),
                name="delivery_once_a_user",
            ),
            models.UniqueConstraint(
                fields=["entry", "endpoint"],
                condition=Q(endpoint__isnull=False),
                name="delivery_once_an_endpoint",
            ),
            models.CheckConstraint(
                condition=Q(channel="webhook", endpoint__isnull=False)
                | Q(channel="email", endpoint=None),
                name="delivery_endpoint_of_webhooks",
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
        """The name under which receivers meet it, however often."""
        return f"msg_{self.id.hex}"
