"""Standing orders. Only their player knows them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import TOPIC_LENGTH, Game

REASON_LENGTH = 40


class StandingOrder(models.Model):
    """An answer to decisions that are not open yet. SECRET, including its existence."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField(help_text="The sequence in which orders are tried.")
    topic = models.CharField(max_length=TOPIC_LENGTH)
    spec = models.JSONField(help_text="Complete, as validated by games.standing_orders.")
    times_left = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=("Empty: without limit.")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    stopped_at = models.DateTimeField(null=True, blank=True)
    stop_reason = models.CharField(max_length=REASON_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["game", "seat", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "position"],
                condition=Q(stopped_at=None),
                name="order_position_unique",
            ),
            models.CheckConstraint(
                condition=Q(stopped_at=None, stop_reason="")
                | (Q(stopped_at__isnull=False) & ~Q(stop_reason="")),
                name="order_stops_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"standing order {self.position} of seat {self.seat} in {self.game_id}"
