"""Addresses of calendars."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class CalendarFeed(models.Model):
    """The calendar of a user's deadlines. Its secret address is derived from ``id``, so a new row
    has a new address, and a deleted row has none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
