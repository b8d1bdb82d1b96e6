"""Daily digests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Digest(models.Model):
    """A digest that a user got. Written in the transaction that queues the e-mail, so there is at
    most one a day.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="digests"
    )
    day = models.DateField(help_text="In the user's time zone.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["created_at"], name="digest_oldest")]
        constraints = [
            models.UniqueConstraint(fields=["user", "day"], name="digest_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"digest of {self.day} for {self.user_id}"
