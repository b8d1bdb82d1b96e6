"""Records of the service about its own work: heartbeats, outages, failures, reminders."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Heartbeat(models.Model):
    """When the sweeps last ran, or the web process last answered."""

    name = models.CharField(_("process"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("last heartbeat"))

    class Meta:
        ordering = ["name"]
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which the service could not work. No clock runs in it."""

    began_at = models.DateTimeField(_("start"))
    ended_at = models.DateTimeField(_("end"), db_index=True)
    what = models.CharField(_("component"), max_length=40, help_text="Which part of the service.")

    class Meta:
        ordering = ["-ended_at"]
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__gt=F("began_at")), name="outage_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what}: {self.began_at} to {self.ended_at}"


class Failure(models.Model):
    """A failed attempt of the service at a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="failures")
    task = models.CharField(max_length=40, help_text="The operation that failed.")
    attempt = models.PositiveSmallIntegerField()
    traceback = models.TextField(help_text="SECRET: it may contain what players must not know.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.task} of {self.game_id}"


class Reminder(models.Model):
    """A reminder of a deadline. Each value of the deadline gets one."""

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
