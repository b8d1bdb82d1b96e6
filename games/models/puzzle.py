"""Puzzles: decisions with one clearly best option, and what users answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.game import CHOICE_LENGTH
from games.models.lobby import SLUG_LENGTH


class Puzzle(models.Model):
    """A decision of a match of bots. Its rating is a normal distribution, as that of a user."""

    ruleset = models.CharField(max_length=SLUG_LENGTH)
    rules_version = models.CharField(max_length=SLUG_LENGTH)
    options = models.JSONField(help_text="The options of the match.")
    table_size = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(help_text="The seat that has to decide.")
    state = models.TextField(
        help_text="The position, with everything that the seat does not know dealt again."
    )
    solution = models.CharField(max_length=CHOICE_LENGTH)
    values = models.JSONField(
        help_text="Choice, chance of winning and standard error of each option that was searched."
    )
    lead = models.FloatField(help_text="By how much the second best option is worth less.")
    mu = models.FloatField()
    sigma = models.FloatField()
    tried = models.PositiveIntegerField(default=0, help_text="Users who answered it.")
    solved = models.PositiveIntegerField(default=0, help_text="Users who solved it.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["ruleset", "rules_version"], name="puzzle_of_a_ruleset")]
        constraints = [
            models.CheckConstraint(condition=Q(sigma__gt=0), name="puzzle_is_uncertain"),
            models.CheckConstraint(condition=Q(solved__lte=F("tried")), name="puzzle_solved_tried"),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.id} of {self.ruleset}"


class PuzzleAnswer(models.Model):
    """A user's answer to a puzzle, and their rating in puzzles of the ruleset after it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers")
    choice = models.CharField(max_length=CHOICE_LENGTH)
    solved = models.BooleanField()
    mu = models.FloatField()
    sigma = models.FloatField()
    rating_before = models.IntegerField(help_text="As people see it.")
    rating_after = models.IntegerField(help_text="As people see it.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="puzzleanswer_once_a_user"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="puzzleanswer_is_uncertain"),
        ]

    def __str__(self) -> str:
        return f"answer of {self.user_id} to puzzle {self.puzzle_id}"
