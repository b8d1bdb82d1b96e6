"""Private notes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import Game

NOTE_LENGTH = 20_000
"""Characters."""


class Note(models.Model):
    """A user's private text about a game. Nobody else can read it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes"
    )
    text = models.TextField(max_length=NOTE_LENGTH, blank=True, default="")
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-updated_at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="note_one_a_user"),
        ]

    def __str__(self) -> str:
        return f"note of {self.user_id} about {self.game_id}"
