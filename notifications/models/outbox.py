"""The outbox, whose rows are written in the transaction of the event, and users' lists."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KIND_LENGTH = 40


class OutboxEntry(models.Model):
    """An event that users are notified of. Written once; a worker fans it out to the users later.

    ``data`` holds ids and what every player of the game may know, since it goes to mail servers and
    other people's machines.
    """

    kind = models.CharField(max_length=KIND_LENGTH)
    subject = models.UUIDField(help_text="The subject, such as a game.")
    users = models.JSONField(help_text="Ids of the users to notify.")
    data = models.JSONField(default=dict)
    sender = models.UUIDField(
        null=True, blank=True, editable=False, help_text="Id of the user who caused it."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    available_at = models.DateTimeField(default=timezone.now, help_text="Not before.")
    attempts = models.PositiveSmallIntegerField(default=0)
    fanned_out_at = models.DateTimeField(null=True, blank=True, help_text="When it was fanned out.")
    dead_at = models.DateTimeField(null=True, blank=True, help_text="When it was given up.")
    error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["-id"]
        verbose_name = _("outbox entry")
        verbose_name_plural = _("outbox entries")
        indexes = [
            models.Index(
                fields=["available_at"],
                name="outbox_to_spread",
                condition=Q(fanned_out_at=None, dead_at=None),
            ),
            models.Index(fields=["created_at"], name="outbox_oldest"),
            models.Index(
                fields=["sender"], name="outbox_sent_by", condition=Q(sender__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(fanned_out_at=None) | Q(dead_at=None), name="outbox_spread_or_dead"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Notification(models.Model):
    """A line in a user's list of notifications."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entry = models.ForeignKey(OutboxEntry, on_delete=models.CASCADE, related_name="notifications")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    read_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(
        null=True, blank=True, help_text="Hidden: a newer one says more about the same subject."
    )

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["user", "-created_at", "-id"], name="notification_newest"),
            models.Index(
                fields=["user", "-created_at"],
                name="notification_unread",
                condition=Q(read_at=None),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["entry", "user"], name="notification_once_a_user"),
        ]

    def __str__(self) -> str:
        return f"notification {self.id}"
