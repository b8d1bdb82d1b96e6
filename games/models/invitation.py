"""Invitations to games, and exclusions from them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game


class Answer(models.TextChoices):
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Invitation(models.Model):
    """An invitation to take a seat. It is open until it is answered."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(
                fields=["user", "-created_at"], name="invitation_open", condition=Q(answer="")
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="invitation_once_a_game"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None)
                | (Q(answer__in=Answer.values) & Q(answered_at__isnull=False)),
                name="invitation_answer_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to {self.game_id}"


class Exclusion(models.Model):
    """A user removed by the host, who can return only by invitation."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="exclusions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["game", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="exclusion_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} excluded from {self.game_id}"
