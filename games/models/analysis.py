"""Analyses of finished games, and hints."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.game import Game

ERROR_LENGTH = 40


class AnalysisKind(models.TextChoices):
    GAME = "game"
    HINT = "hint"


class AnalysisStatus(models.TextChoices):
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


class Analysis(models.Model):
    """An analysis of a seat's decisions in a finished game, or of one open decision: a hint.

    A worker stores ``result`` after each slice of its work and continues there, so a pending
    analysis has the decisions that are done. Only ``user`` may read it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="analyses")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="analyses"
    )
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=AnalysisKind)
    decision = models.PositiveIntegerField(help_text="The decision of a hint; 0 for a whole game.")
    status = models.CharField(max_length=10, choices=AnalysisStatus, default=AnalysisStatus.PENDING)
    done = models.PositiveIntegerField(default=0, help_text="Moves of the seat that are done.")
    total = models.PositiveIntegerField(help_text="Moves of the seat.")
    version = models.PositiveSmallIntegerField(help_text="The version of the analysis.")
    result = models.BinaryField(default=b"", help_text="JSON, compressed by zlib.")
    error = models.CharField(max_length=ERROR_LENGTH, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    requested_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-requested_at", "-id"]
        indexes = [
            models.Index(fields=["due_at"], name="analysis_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["user", "kind", "requested_at"], name="analysis_of_a_user"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "decision"], name="analysis_once_a_user"
            ),
            models.CheckConstraint(
                condition=Q(kind=AnalysisKind.GAME, decision=0)
                | Q(kind=AnalysisKind.HINT, decision__gt=0),
                name="analysis_hint_has_a_decision",
            ),
            models.CheckConstraint(
                condition=Q(
                    status=AnalysisStatus.PENDING, due_at__isnull=False, finished_at=None, error=""
                )
                | Q(status=AnalysisStatus.DONE, due_at=None, finished_at__isnull=False, error="")
                | (
                    Q(status=AnalysisStatus.FAILED, due_at=None, finished_at__isnull=False)
                    & ~Q(error="")
                ),
                name="analysis_due_while_pending",
            ),
            models.CheckConstraint(
                condition=Q(done__lte=F("total")), name="analysis_done_of_total"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} analysis of seat {self.seat} of {self.game_id}"
