"""Assignments of users to seats over time, and offers of seats."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.game import Game


class SeatAssignment(models.Model):
    """A user had a seat from one event of the game to another."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="assignments")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="assignments"
    )
    from_event = models.PositiveIntegerField(
        help_text=("The first event that the user could see as the seat.")
    )
    until_event = models.PositiveIntegerField(null=True, blank=True, help_text="The last one.")
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "seat", "from_event", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"],
                condition=Q(ended_at=None),
                name="assignment_one_user_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(until_event=None, ended_at=None)
                | Q(until_event__isnull=False, ended_at__isnull=False),
                name="assignment_ends_at_an_event",
            ),
            models.CheckConstraint(
                condition=Q(until_event=None) | Q(until_event__gte=F("from_event") - 1),
                name="assignment_goes_forward",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on seat {self.seat} of {self.game_id}"


class SeatOffer(models.Model):
    """A player's offer of their seat in a running game to another user."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_offers")
    seat = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_offers"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    taken = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"],
                condition=Q(closed_at=None),
                name="seatoffer_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(taken=False) | Q(closed_at__isnull=False),
                name="seatoffer_taken_is_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id} offered to {self.to_id}"
