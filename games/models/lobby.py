"""What a game says of itself while it looks for players."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

TITLE_LENGTH = 80


class LobbyFields(models.Model):
    """How a game comes together: who may join, and when it starts."""

    title = models.CharField(max_length=TITLE_LENGTH, blank=True, default="")
    start_when_full = models.BooleanField(default=False)
    ready_check = models.BooleanField(
        default=False, help_text="It starts only when every player has said that he is ready."
    )
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="When it starts by itself, full or not: bots fill it up."
    )
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="When a lobby in which nothing happens is called off."
    )
    lobby_due_at = models.DateTimeField(
        null=True, blank=True, help_text="When a sweep looks at the lobby, or tries again."
    )
    free_seats = models.PositiveSmallIntegerField(default=0, help_text="Nobody's, and no bot's.")
    min_rating = models.IntegerField(null=True, blank=True)
    max_rating = models.IntegerField(null=True, blank=True)
    min_reliability = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In percent of games played to their end."
    )
    rated = models.BooleanField(default=True, help_text="If no bot sits in it from the start.")

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
