"""Notes of moderators on users."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from moderation.models.report import TEXT_LENGTH


class UserNote(models.Model):
    """A moderator's note on a user, which only moderators read."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-at", "-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note on {self.user_id}"
