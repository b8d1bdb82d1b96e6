"""The settings of a game and its lobby."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.clock import no_pace, usual_timeouts

SLUG_LENGTH = 40
TITLE_LENGTH = 80


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Public")
    UNLISTED = "unlisted", _("Unlisted")
    PRIVATE = "private", _("Private")


class GameSettings(models.Model):
    """The settings of a game: columns that change in the lobby only. A rematch has the same."""

    rules_version = models.CharField(max_length=SLUG_LENGTH, help_text="Fixed for the game.")
    options = models.JSONField(default=dict, help_text="Complete, as validated by the ruleset.")
    title = models.CharField(max_length=TITLE_LENGTH, blank=True, default="")
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    pace = models.JSONField(default=no_pace, help_text="Complete, as validated by games.clocks.")
    timeouts = models.JSONField(default=usual_timeouts)
    vacations = models.BooleanField(default=True, help_text="Players' vacations stop the clock.")
    bot_delay = models.PositiveIntegerField(
        default=0, help_text=("Seconds that bots wait before they think.")
    )
    start_when_full = models.BooleanField(default=False)
    ready_check = models.BooleanField(
        default=False, help_text="The game starts only when every player is ready."
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
    anonymous = models.BooleanField(
        default=False,
        db_default=False,  # rows of an older version, while it still runs
        help_text="The names of the players are shown only after the end.",
    )

    class Meta:
        abstract = True


HOST_TEXTS = tuple(
    field.name
    for field in GameSettings._meta.local_fields
    if isinstance(field, models.CharField | models.TextField) and field.blank
)
"""Settings that the host writes. They are personal data, and do not stay with another host."""


class LobbyFields(models.Model):
    """The lobby of a game, its host and its start: columns that change in the lobby only."""

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="created_games"
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
        condition=Q(anonymous=False) | ~Q(visibility=Visibility.PRIVATE),
        name="game_anonymous_takes_strangers",
    ),
    models.CheckConstraint(
        condition=Q(min_rating=None)
        | Q(max_rating=None)
        | Q(min_rating__lte=models.F("max_rating")),
        name="game_ratings_in_order",
    ),
]
