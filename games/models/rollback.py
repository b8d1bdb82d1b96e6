"""Rollbacks to an earlier move. The undone moves are marked and kept."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Rollback(models.Model):
    """A rollback to the state after ``to_move``. The moves after it no longer count."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="rollbacks", verbose_name=_("game")
    )
    to_move = models.PositiveIntegerField(_("back to move"))
    from_move = models.PositiveIntegerField(_("from move"), help_text="The last move at that time.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("performed by"),
    )
    reason = models.CharField(_("reason"), max_length=500)
    undone_at = models.DateTimeField(
        _("date undone"),
        null=True,
        blank=True,
        help_text="When the rollback was undone.",
    )
    created_at = models.DateTimeField(_("date"), default=timezone.now, editable=False)

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
