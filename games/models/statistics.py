"""Statistics of finished public games, as sums. No row says which games it is made of."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import TOPIC_LENGTH, Game
from games.models.lobby import SLUG_LENGTH

KEY_LENGTH = 60
OFFER_LENGTH = 400


class CountedGame(models.Model):
    """A finished game that is counted, or will be: the mark that it is counted once."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="counted"
    )
    due_at = models.DateTimeField(
        default=timezone.now, null=True, help_text="The next attempt. Null: none."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.BooleanField(default=False, help_text="True if the rows below include it.")

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="countedgame_due"
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(done=False) | Q(due_at=None), name="countedgame_done_is_not_due"
            )
        ]

    def __str__(self) -> str:
        return f"statistics of {self.game_id}"


class Counted(models.Model):
    """What all rows have: the games that count, and a number of them."""

    ruleset = models.CharField(max_length=SLUG_LENGTH)
    bots = models.BooleanField(help_text="Games with a bot from the start.")
    players = models.PositiveSmallIntegerField(help_text="The number of seats.")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(
        default=0, help_text="A shared first place is a win for each."
    )

    class Meta:
        abstract = True


class ResultCount(Counted):
    """Results of the seats with a value, such as a character kept: of a user, or of all seats."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="result_counts",
        help_text="Null: all seats, also those of bots.",
    )
    key = models.CharField(max_length=KEY_LENGTH)
    value = models.CharField(max_length=KEY_LENGTH)
    times = models.PositiveIntegerField(
        default=0, help_text="How often, also several times in a game."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "bots", "key", "value", "players"],
                condition=Q(user=None),
                name="resultcount_of_all_unique",
            ),
            models.UniqueConstraint(
                fields=["user", "ruleset", "bots", "key", "value", "players"],
                condition=Q(user__isnull=False),
                name="resultcount_of_user_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.value}"


class HeadToHead(models.Model):
    """The games of a user against another one. Each pair has two rows."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="opponents"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    ruleset = models.CharField(max_length=SLUG_LENGTH)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, help_text="The user was placed better.")
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-games", "-id"]
        indexes = [models.Index(fields=["user", "-games", "-id"], name="headtohead_most_games")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "opponent", "ruleset"], name="headtohead_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} against {self.opponent_id}"


class ChoiceCount(Counted):
    """How often a choice was made in a situation, and how often that seat won."""

    topic = models.CharField(max_length=TOPIC_LENGTH)
    situation = models.CharField(
        max_length=OFFER_LENGTH, help_text="Features of the position: ``;name=value;name=value;``."
    )
    offer = models.CharField(
        max_length=OFFER_LENGTH, help_text="All options, sorted: ``,one,another,``."
    )
    chosen = models.CharField(max_length=KEY_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "bots", "offer", "chosen", "players", "situation", "topic"],
                name="choicecount_unique",
            )
        ]

    def __str__(self) -> str:
        return f"{self.chosen} of {self.offer}"
