"""Stored replies for repeated requests."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import HASH_LENGTH

IDEMPOTENCY_KEY_LENGTH = 200


class IdempotencyKey(models.Model):
    """A client's key for one operation of a user, and the reply to it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotency_keys"
    )
    scope = models.CharField(max_length=80, help_text="The operation and its target.")
    key = models.CharField(max_length=IDEMPOTENCY_KEY_LENGTH)
    request_hash = models.CharField(max_length=HASH_LENGTH)
    body = models.TextField(help_text="The stored response, as JSON.")
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "scope", "key"], name="idempotency_key_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.key}"
