"""Staff actions on all running games, which are worked off one by one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BulkKind(models.TextChoices):
    """The kinds of bulk actions. All games are paused from a ``PAUSE`` until a ``RESUME``."""

    PAUSE = "pause", _("Pause")
    RESUME = "resume", _("Resume")
    EXTEND = "extend", _("Extend")


SWITCHES = (BulkKind.PAUSE, BulkKind.RESUME)


class BulkAction(models.Model):
    """The progress of an action on all running games. Each game is changed in the transaction that
    moves ``cursor`` past it, so a crash skips no game and changes none twice.
    """

    kind = models.CharField(max_length=10, choices=BulkKind)
    length = models.DurationField(
        null=True, blank=True, help_text="The time that is added to clocks."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=500)
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="When a sweep continues."
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Sweeps that have started since the last game."
    )
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    cursor = models.UUIDField(null=True, blank=True, help_text="The last game that was processed.")
    late = models.JSONField(
        null=True,
        blank=True,
        help_text="Skipped games that were locked: [id, time of the first attempt].",
    )
    tried = models.JSONField(
        null=True,
        blank=True,
        help_text="Interrupted attempts: {id of the game: number}.",
    )
    done = models.PositiveIntegerField(default=0, help_text="Games that were changed.")
    failed = models.PositiveIntegerField(default=0, help_text="Games that could not be changed.")

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
