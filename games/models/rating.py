"""How strong and how reliable players have shown themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import SLUG_LENGTH, Game

RECENT = 100
"""Games that a player's reliability is made of."""


class Rating(models.Model):
    """A user's strength in one ruleset: a normal distribution, as OpenSkill keeps it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    ruleset = models.CharField(max_length=SLUG_LENGTH)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField(help_text="The one number that people see; orders leaderboards.")
    rated_games = models.PositiveIntegerField(default=0, help_text="Rated ones.")
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
    """What a game did to a rating: once, and never again."""

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


class Outcome(models.TextChoices):
    """How a game ended for a user, as one letter of ``PlayerStatistics.recent``."""

    FINISHED = "f"
    RESIGNED = "r"
    TIMED_OUT = "t"
    ABSENT = "a"


class PlayerStatistics(models.Model):
    """How a user has kept his appointments, over all rulesets."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_record"
    )
    finished = models.PositiveIntegerField(default=0, help_text="Games played to their end.")
    resigned = models.PositiveIntegerField(default=0)
    timed_out = models.PositiveIntegerField(default=0)
    absent = models.PositiveIntegerField(default=0, help_text="Games he never showed up in.")
    recent = models.CharField(
        max_length=RECENT,
        blank=True,
        default="",
        help_text="How his last games ended for him, a letter each, the newest last.",
    )
    turns = models.PositiveIntegerField(default=0, help_text="That he has taken.")
    response = models.JSONField(
        default=dict, help_text="How many turns took how long: counts by powers of two, seconds."
    )

    class Meta:
        ordering = ["user"]

    def __str__(self) -> str:
        return f"record of {self.user_id}"
