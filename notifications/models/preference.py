"""Channel preferences."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from notifications.models.outbox import KIND_LENGTH


class Mode(models.TextChoices):
    """How e-mail is sent."""

    OFF = "off"
    SINGLE = "single"
    DIGEST = "digest"


class ChannelPreference(models.Model):
    """A user's channels for one kind. Null means the default of the kind."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channel_preferences"
    )
    kind = models.CharField(max_length=KIND_LENGTH)
    in_app = models.BooleanField(null=True, blank=True)
    email = models.CharField(  # noqa: DJ001  (null is "nothing said", for all)
        max_length=10, choices=Mode, null=True, blank=True
    )
    webhook = models.BooleanField(null=True, blank=True)
    push = models.BooleanField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["user", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="channel_preference_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
