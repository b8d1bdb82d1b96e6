"""Sessions of browsers, as their users see them."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from accounts.models.user import User

BROWSER_LENGTH = 60
SESSION_KEY_LENGTH = 40


class BrowserSession(models.Model):
    """A browser in which a user is logged in. Django's table of sessions does not know the user."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="browser_sessions")
    session_key = models.CharField(
        max_length=SESSION_KEY_LENGTH,
        unique=True,
        help_text="SECRET. The key of the row of Django's session.",
    )
    browser = models.CharField(
        max_length=BROWSER_LENGTH,
        blank=True,
        default="",
        help_text="The browser and the system, such as Firefox, Linux.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(default=timezone.now, help_text="To the hour.")
    token_families = models.JSONField(
        default=list, help_text="Tokens of the web client that were given to this browser."
    )

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.browser} of {self.user_id}"
