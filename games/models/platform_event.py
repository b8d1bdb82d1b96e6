"""Events of the platform, as opposed to those of the rules."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game

KIND_LENGTH = 40


class PlatformEvent(models.Model):
    """An event besides those of moves: a pause, a forfeit, a rollback. It is numbered together with
    them.

    It is public to everybody who may see the game.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="platform_events")
    seq = models.PositiveIntegerField(help_text="Numbered together with the events of moves.")
    move = models.PositiveIntegerField(help_text="The last move before it.")
    kind = models.CharField(max_length=KIND_LENGTH)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="platformevent_seq_unique"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="platformevent_seq_counts"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game_id}"
