"""What the service remembers of its own work: that it lives, when it did not, what failed."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.game import Game


class Heartbeat(models.Model):
    """When a driver of the sweeps last worked."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """The service was not able to work: no clock ran in this time."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)
    what = models.CharField(max_length=40, help_text="Which part of it.")

    class Meta:
        ordering = ["-ended_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__gt=F("began_at")), name="outage_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what}: {self.began_at} to {self.ended_at}"


class Failure(models.Model):
    """An attempt of the service at a game that failed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="failures")
    task = models.CharField(max_length=40, help_text="What was tried.")
    attempt = models.PositiveSmallIntegerField()
    traceback = models.TextField(help_text="SECRET: it may hold what players must not know.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.task} of {self.game_id}"


class Reminder(models.Model):
    """A player was reminded of this deadline: once for each value it takes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reminders")
    seat = models.PositiveSmallIntegerField()
    deadline_at = models.DateTimeField()
    sent_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-sent_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "deadline_at"], name="reminder_once_a_deadline"
            ),
        ]

    def __str__(self) -> str:
        return f"reminder of {self.deadline_at} in {self.game_id}"
