"""Blocks between users."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from accounts.models.user import User


class Block(models.Model):
    """A user blocks another."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("blocked")), name="block_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"
