"""Maintenance that operators announce: when the service accepts no changes."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q, Value
from django.utils import timezone, translation

from core.languages import text_in
from games.models.bulk import BulkAction

TEXT_LENGTH = 300


class Maintenance(models.Model):
    """An announcement, then the maintenance itself. At most one has not ended."""

    starts_at = models.DateTimeField(help_text="When it is to begin, or has begun.")
    ends_at = models.DateTimeField(null=True, blank=True, help_text="When it is expected to end.")
    texts: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True, help_text="What users read about it, by the code of the language."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    is_on = models.BooleanField(default=False)
    pause = models.ForeignKey(
        BulkAction,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The pause of all games that began with it.",
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=models.F("starts_at")),
                name="maintenance_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(is_on=False), name="maintenance_is_on_until_it_ends"
            ),
            models.UniqueConstraint(  # the same value for all rows that have not ended
                Value(1), condition=Q(ended_at=None), name="maintenance_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"Maintenance of {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def local_text(self) -> str:
        """The text in the reader's language, or the English one."""
        return text_in(self.texts, translation.get_language() or "")
