"""Votes of the players of a game: to pause it, cancel it, take a move back, ..."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game


class VoteKind(models.TextChoices):
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    REPLACE = "replace"
    UNDO = "undo"


class Vote(models.Model):
    """A vote. One of each kind may be open in a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=VoteKind)
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat of the absent player to replace."
    )
    to_move = models.PositiveIntegerField(
        null=True, blank=True, help_text="The move to go back to."
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    closes_at = models.DateTimeField(help_text="Missing ballots count as no then.")
    closed_at = models.DateTimeField(null=True, blank=True)
    passed = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at", "-id"]
        indexes = [
            models.Index(fields=["closes_at"], name="vote_due", condition=Q(closed_at=None)),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(closed_at=None), name="vote_one_of_a_kind"
            ),
            models.CheckConstraint(condition=Q(kind__in=VoteKind.values), name="vote_kind_known"),
            models.CheckConstraint(
                condition=Q(closed_at=None, passed=None)
                | Q(closed_at__isnull=False, passed__isnull=False),
                name="vote_closes_with_a_result",
            ),
        ]

    def __str__(self) -> str:
        return f"vote to {self.kind} {self.game_id}"


class Ballot(models.Model):
    """The ballot of one seat."""

    vote = models.ForeignKey(Vote, on_delete=models.CASCADE, related_name="ballots")
    seat = models.PositiveSmallIntegerField()
    yes = models.BooleanField()
    cast_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["vote", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "seat"], name="ballot_one_a_seat"),
        ]

    def __str__(self) -> str:
        return f"ballot of seat {self.seat} in {self.vote_id}"
