"""Stored replies for repeated requests."""

from __future__ import annotations

import zlib
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import HASH_LENGTH

IDEMPOTENCY_KEY_LENGTH = 200


class CompressedTextField(models.TextField):
    """Text that is compressed on SQLite. PostgreSQL compresses long values itself.

    SQLite stores the bytes in a column of text, beside rows that are not compressed. The database
    cannot search in them.
    """

    def deconstruct(self) -> Any:
        """Return a TextField for migrations: the column is the same."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        text = super().get_db_prep_save(value, connection)
        return zlib.compress(text.encode()) if connection.vendor == "sqlite" else text

    def from_db_value(self, value: Any, expression: object, connection: object) -> Any:
        return zlib.decompress(value).decode() if isinstance(value, bytes) else value


class IdempotencyKey(models.Model):
    """A client's key for one operation of a user, and the reply to it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotency_keys"
    )
    scope = models.CharField(max_length=80, help_text="The operation and its target.")
    key = models.CharField(max_length=IDEMPOTENCY_KEY_LENGTH)
    request_hash = models.CharField(max_length=HASH_LENGTH)
    body = CompressedTextField(help_text="The stored response, as JSON.")
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "scope", "key"], name="idempotency_key_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.key}"
