"""Going back to an earlier move: what it undid is marked and kept."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Rollback(models.Model):
    """A game went back to the state after ``to_move``; the moves after it no longer count."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rollbacks")
    to_move = models.PositiveIntegerField()
    from_move = models.PositiveIntegerField(help_text="The last move at that time.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=500)
    undone_at = models.DateTimeField(
        null=True, blank=True, help_text="When the moves it undid were made to count again."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("rollback")
        verbose_name_plural = _("rollbacks")
        constraints = [
            models.CheckConstraint(
                condition=Q(to_move__lt=F("from_move")), name="rollback_goes_back"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="rollback_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} back to move {self.to_move}"
