"""Reasons for which clocks are paused. A clock runs only while there is none."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class PauseKind(models.TextChoices):
    VACATION = "vacation", _("Vacation")
    VOTE = "vote", _("Vote")
    MODERATOR = "moderator", _("Moderator")
    QUARANTINE = "quarantine", _("Quarantine")
    GLOBAL_PAUSE = "global_pause", _("Global pause")


FREEZING = (PauseKind.MODERATOR, PauseKind.QUARANTINE, PauseKind.GLOBAL_PAUSE)
"""Pauses in which nobody can move."""


class Pause(models.Model):
    """One reason for which a game's clock is paused. Pauses of several owners may overlap."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    kind = models.CharField(max_length=12, choices=PauseKind)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The user, or nobody for the service.",
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "since", "id"]
        indexes = [
            models.Index(
                fields=["game"], name="pause_quarantined", condition=Q(kind=PauseKind.QUARANTINE)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(owner=None), name="pause_once_by_the_service"
            ),
            models.UniqueConstraint(
                fields=["game", "kind", "owner"],
                condition=Q(owner__isnull=False),
                name="pause_once_an_owner",
            ),
            models.CheckConstraint(condition=Q(kind__in=PauseKind.values), name="pause_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game_id}"


class Vacation(models.Model):
    """A user's vacation, which pauses their games that allow it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(
        help_text=("As planned; at the latest when the vacation time is used up.")
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(
        null=True, blank=True, help_text="When all games were updated to its last change."
    )

    class Meta:
        ordering = ["-started_at"]
        indexes = [
            models.Index(fields=["ends_at"], name="vacation_running", condition=Q(ended_at=None)),
            models.Index(
                fields=["started_at"], name="vacation_unsettled", condition=Q(settled_at=None)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(ended_at=None), name="vacation_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("started_at")), name="vacation_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.user_id}"


class VacationBank(models.Model):
    """The vacation time of a user, which grows and is spent."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacation_bank"
    )
    left = models.DurationField(default=timedelta)
    as_of = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(left__gte=timedelta(0)), name="vacationbank_is_not_overdrawn"
            ),
        ]

    def __str__(self) -> str:
        return f"vacation bank of {self.user_id}"
