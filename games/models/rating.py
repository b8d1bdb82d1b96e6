"""Skill and reliability of players."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from games.models.game import Game
from games.models.lobby import SLUG_LENGTH

RECENT = 100
"""Games that count for a player's reliability."""


class Rating(models.Model):
    """A user's skill in one ruleset: a normal distribution, as OpenSkill represents it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    ruleset = models.CharField(max_length=SLUG_LENGTH)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField(
        help_text=("The rating that people see, by which leaderboards are sorted.")
    )
    rated_games = models.PositiveIntegerField(default=0, help_text="The number of rated games.")
    played_at = models.DateTimeField(
        null=True, blank=True, help_text="When the last rated game ended."
    )
    settled_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When it becomes too uncertain to be compared, without another game.",
    )
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ruleset", "-shown"]
        indexes = [models.Index(fields=["ruleset", "-shown", "user"], name="rating_leaderboard")]
        constraints = [
            models.UniqueConstraint(fields=["user", "ruleset"], name="rating_one_a_game"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_is_uncertain"),
        ]

    def __str__(self) -> str:
        return f"rating of {self.user_id} in {self.ruleset}"


class RatingChange(models.Model):
    """The effect of a game on a rating."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    shown_before = models.IntegerField()
    shown_after = models.IntegerField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="ratingchange_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"


class RatingRecomputation(models.Model):
    """The progress of a recomputation of all ratings. Until it has finished, no game is counted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    position = models.BigIntegerField(
        default=0, help_text="The first change of the last game that was counted again."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="When a worker may continue."
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts since the last progress."
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                models.Value(1),
                condition=Q(finished_at=None),
                name="ratingrecomputation_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"recomputation of {self.created_at:%Y-%m-%d %H:%M}"


class Outcome(models.TextChoices):
    """How a game ended for a user, as one letter of ``PlayerStatistics.recent``."""

    FINISHED = "f"
    RESIGNED = "r"
    TIMED_OUT = "t"
    ABSENT = "a"


class PlayerStatistics(models.Model):
    """A user's reliability and response times, over all rulesets."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_record"
    )
    finished = models.PositiveIntegerField(default=0, help_text="Games played to their end.")
    resigned = models.PositiveIntegerField(default=0)
    timed_out = models.PositiveIntegerField(default=0)
    absent = models.PositiveIntegerField(
        default=0, help_text=("Games in which the user never showed up.")
    )
    recent = models.CharField(
        max_length=RECENT,
        blank=True,
        default="",
        help_text="The outcomes of the last games, a letter each, the newest last.",
    )
    turns = models.PositiveIntegerField(default=0, help_text="The number of turns played.")
    response = models.JSONField(
        default=dict, help_text="Histogram of response times: counts by powers of two, in seconds."
    )

    class Meta:
        ordering = ["user"]

    def __str__(self) -> str:
        return f"record of {self.user_id}"
