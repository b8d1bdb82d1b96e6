"""The lobby settings of a game."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

TITLE_LENGTH = 80


class LobbyFields(models.Model):
    """The lobby of a game: admission and start."""

    title = models.CharField(max_length=TITLE_LENGTH, blank=True, default="")
    start_when_full = models.BooleanField(default=False)
    ready_check = models.BooleanField(
        default=False, help_text="The game starts only when every player is ready."
    )
    starts_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text=("When the game starts by itself; bots take the free seats."),
    )
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="When a lobby without activity is cancelled."
    )
    lobby_due_at = models.DateTimeField(
        null=True, blank=True, help_text="When a sweep processes the lobby, or retries."
    )
    free_seats = models.PositiveSmallIntegerField(
        default=0, help_text=("Seats without a user or a bot.")
    )
    min_rating = models.IntegerField(null=True, blank=True)
    max_rating = models.IntegerField(null=True, blank=True)
    min_reliability = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Percentage of games played to their end."
    )
    rated = models.BooleanField(default=True, help_text="Unless a bot has a seat from the start.")
    bot_accounts = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Users who are bots may join, even if the game is rated.",
    )
    test_clock = models.BooleanField(
        default=False,
        db_default=False,  # rows of an older version, while it still runs
        help_text="The host may let time pass; the game counts for nobody.",
    )

    class Meta:
        abstract = True


LOBBY_INDEXES = [
    models.Index(
        fields=["lobby_due_at"], name="game_lobby_due", condition=Q(lobby_due_at__isnull=False)
    ),
    models.Index(
        fields=["visibility", "status", "free_seats", "-created_at"], name="game_listed_fullest"
    ),
    models.Index(fields=["visibility", "status", "starts_at"], name="game_listed_soonest"),
]
LOBBY_CONSTRAINTS = [
    models.CheckConstraint(
        condition=Q(test_clock=False) | Q(rated=False), name="game_test_clock_is_unrated"
    ),
    models.CheckConstraint(
        condition=Q(starts_at=None, expires_at=None, lobby_due_at=None) | Q(status="lobby"),
        name="game_lobby_due_in_the_lobby",
    ),
    models.CheckConstraint(
        condition=Q(min_reliability=None) | Q(min_reliability__lte=100),
        name="game_reliability_in_percent",
    ),
    models.CheckConstraint(
        condition=Q(min_rating=None)
        | Q(max_rating=None)
        | Q(min_rating__lte=models.F("max_rating")),
        name="game_ratings_in_order",
    ),
]
