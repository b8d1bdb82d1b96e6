"""What is done to all running games, worked off one by one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BulkKind(models.TextChoices):
    """What is done to every game. From the first to the second kind everything stands still."""

    PAUSE = "pause", _("Pause")
    RESUME = "resume", _("Resume")
    EXTEND = "extend", _("Extend")


SWITCHES = (BulkKind.PAUSE, BulkKind.RESUME)


class BulkAction(models.Model):
    """How far an act on all running games has come. Each game is changed in the transaction that
    moves ``cursor`` past it: whoever dies in between has done nothing, and nobody does it twice.
    """

    kind = models.CharField(max_length=10, choices=BulkKind)
    length = models.DurationField(
        null=True, blank=True, help_text="The time that clocks are given."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=500)
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="When a sweep goes on with it."
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Sweeps that were taken on since the last game."
    )
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    cursor = models.UUIDField(null=True, blank=True, help_text="The last game that was tried.")
    late = models.JSONField(
        null=True,
        blank=True,
        help_text="Games behind it that were in other hands: [id, when they were first tried].",
    )
    tried = models.JSONField(
        null=True,
        blank=True,
        help_text="Attempts that did not end: {id of the game: how many}.",
    )
    done = models.PositiveIntegerField(default=0, help_text="Games that it changed.")
    failed = models.PositiveIntegerField(default=0, help_text="Games that it could not change.")

    class Meta:
        ordering = ["-id"]
        verbose_name = _("bulk action")
        verbose_name_plural = _("bulk actions")
        indexes = [
            models.Index(fields=["id"], name="bulkaction_running", condition=Q(ended_at=None)),
            models.Index(fields=["id"], name="bulkaction_switch", condition=Q(kind__in=SWITCHES)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=BulkKind.values), name="bulkaction_kind_known"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="bulkaction_has_a_reason"),
            models.CheckConstraint(
                condition=(Q(kind=BulkKind.EXTEND, length__isnull=False))
                | (~Q(kind=BulkKind.EXTEND) & Q(length=None)),
                name="bulkaction_has_its_length",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(began_at__isnull=False),
                name="bulkaction_begins_first",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.requested_at:%Y-%m-%d %H:%M}"
