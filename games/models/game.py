"""A game: what lists, sweeps and conditional requests read, and the secret state in a table of its
own.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clock import CLOCK_CONSTRAINTS, CLOCK_INDEXES, ClockFields
from games.models.lobby import (
    LOBBY_CONSTRAINTS,
    LOBBY_INDEXES,
    SLUG_LENGTH,
    GameSettings,
    LobbyFields,
    Visibility,
)

TOPIC_LENGTH = 60
HASH_LENGTH = 64
CHOICE_LENGTH = 200
MAX_SEATS = 20
"""More than any ruleset has. The ruleset's own limit is checked when a game is created."""


class Status(models.TextChoices):
    LOBBY = "lobby", _("Lobby")
    ACTIVE = "active", _("Active")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


LOBBY, ACTIVE, FINISHED, CANCELLED = (Q(status=status) for status in Status)
DECIDING = Q(to_act__isnull=False, to_act_since__isnull=False) & ~Q(topic="")
NAMES_SHOWN = Q(anonymous=False) | FINISHED
"""A filter: the game does not hide who plays. See ``Game.names_hidden``."""
NOT_DECIDING = Q(to_act=None, to_act_since=None, topic="")


STAFF_INDEXES = [
    models.Index(fields=["status", "-created_at", "-id"], name="game_of_status_newest"),
    models.Index(fields=["ruleset", "-created_at", "-id"], name="game_of_ruleset_newest"),
    models.Index(
        fields=["-created_at", "-id"], name="game_paused_newest", condition=Q(paused=True)
    ),
    models.Index(
        fields=["-created_at", "-id"], name="game_frozen_newest", condition=Q(frozen=True)
    ),
]
"""Indexes for lists of all games. Moves do not change their columns."""


class PlayFields(models.Model):
    """The course of play: columns that change during play."""

    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.LOBBY)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True, help_text="Or cancelled.")
    version = models.PositiveIntegerField(default=1)
    move_count = models.PositiveIntegerField(default=0)
    event_count = models.PositiveIntegerField(default=0)
    to_act = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The deciding seat.")
    to_act_since = models.DateTimeField(null=True, blank=True)
    topic = models.CharField(
        max_length=TOPIC_LENGTH, blank=True, default="", help_text="The topic of the decision."
    )
    decision_id_offset = models.PositiveIntegerField(
        default=0, help_text="Skipped by rollbacks, so that no two decisions have one id."
    )
    commitment = models.CharField(max_length=HASH_LENGTH, blank=True, default="")
    result = models.JSONField(null=True, blank=True)
    rating_due_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when ratings and statistics are due."
    )
    annulled_at = models.DateTimeField(null=True, blank=True, help_text="When it was annulled.")
    reopened_as = models.OneToOneField(
        "games.Game",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reopened_from",
        help_text="The game that replaces this one after a no-show.",
    )

    class Meta:
        abstract = True


class Game(GameSettings, LobbyFields, PlayFields, ClockFields):
    """One play of a ruleset. ``version`` grows with everything that any viewer could see change.

    Each part says when its columns change, so that they are saved then. Columns of no part are
    fixed at birth, or have a statement of their own.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=SLUG_LENGTH)
    table_size = models.PositiveSmallIntegerField(help_text="The number of seats.")
    created_at = models.DateTimeField(_("creation date"), default=timezone.now, editable=False)
    player_message_count = models.PositiveIntegerField(
        default=0, help_text="Messages in the players' room."
    )
    spectator_message_count = models.PositiveIntegerField(
        default=0, help_text="Messages in the spectators' room."
    )
    rematch = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch_of",
        help_text="The next game of the same players.",
    )
    tried_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tries",
        db_index=False,  # see game_tried
        help_text="The finished game from one of whose positions this one began.",
    )
    tried_from_move = models.PositiveIntegerField(
        null=True, blank=True, help_text="The last move of that game before the position."
    )
    test_clock = models.BooleanField(
        default=False,
        db_default=False,  # rows of an older version, while it still runs
        help_text="The host may let time pass; the game counts for nobody.",
    )

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="game_newest"),
            models.Index(fields=["visibility", "status", "-created_at"], name="game_listed_newest"),
            models.Index(
                fields=["rating_due_at"],
                name="game_rating_due",
                condition=Q(rating_due_at__isnull=False),
            ),
            models.Index(fields=["id"], name="game_active", condition=ACTIVE),
            models.Index(
                fields=["tried_from"],
                name="game_tried",
                condition=Q(tried_from__isnull=False),
            ),
            *CLOCK_INDEXES,
            *LOBBY_INDEXES,
            *STAFF_INDEXES,
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="game_status_known"),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="game_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(table_size__gte=1, table_size__lte=MAX_SEATS),
                name="game_table_size_possible",
            ),
            models.CheckConstraint(
                condition=Q(to_act=None) | Q(to_act__lt=models.F("table_size")),
                name="game_to_act_at_the_table",
            ),
            models.CheckConstraint(
                condition=(LOBBY & NOT_DECIDING & Q(move_count=0, commitment=""))
                | (ACTIVE & DECIDING)
                | (FINISHED & NOT_DECIDING)
                | (CANCELLED & NOT_DECIDING),
                name="game_decides_while_active",
            ),
            models.CheckConstraint(
                condition=(LOBBY & Q(started_at=None, finished_at=None))
                | (ACTIVE & Q(started_at__isnull=False, finished_at=None))
                | (FINISHED & Q(started_at__isnull=False, finished_at__isnull=False))
                | (CANCELLED & Q(finished_at__isnull=False)),
                name="game_times_fit_status",
            ),
            models.CheckConstraint(
                condition=LOBBY | CANCELLED | ~Q(commitment=""), name="game_started_is_committed"
            ),
            models.CheckConstraint(
                condition=(FINISHED & Q(result__isnull=False))
                | (~FINISHED & Q(result__isnull=True)),
                name="game_result_when_finished",
            ),
            models.CheckConstraint(
                condition=Q(clock_left=None, clock_since=None, auto_at=None) | ACTIVE,
                name="game_clock_while_active",
            ),
            models.CheckConstraint(
                condition=Q(reopened_as=None) | CANCELLED, name="game_reopened_when_cancelled"
            ),
            models.CheckConstraint(
                condition=Q(annulled_at=None)
                | (Q(rated=False, rating_due_at=None) & (FINISHED | CANCELLED)),
                name="game_annulled_counts_for_nobody",
            ),
            models.CheckConstraint(
                condition=Q(tried_from=None, tried_from_move=None)
                | Q(tried_from_move__isnull=False, rated=False),
                name="game_tried_is_unrated",
            ),
            *CLOCK_CONSTRAINTS,
            *LOBBY_CONSTRAINTS,
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"

    @property
    def names_hidden(self) -> bool:
        """True if nobody may learn who plays, except the staff: the game is anonymous and not
        finished. A cancelled one keeps its secret, since ``reopened_as`` has the same players.
        """
        return self.anonymous and self.status != Status.FINISHED

    @property
    def decision_id(self) -> int:
        """The id of the open decision: the number of the move that will answer it, plus those that
        rollbacks removed. No id names two decisions.
        """
        return self.move_count + self.decision_id_offset + 1


def columns_of(*parts: type[models.Model]) -> tuple[str, ...]:
    """Return the names of the columns of these parts of a game."""
    return tuple(field.name for part in parts for field in part._meta.local_fields)


class GameState(models.Model):
    """The whole state of a game as opaque text, and the next choice of a bot that thinks for long.
    SECRET; read only to play or to show the game.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="state"
    )
    state = models.TextField(
        help_text=("The state as dumped by the ruleset. PostgreSQL compresses it with lz4.")
    )
    nonce = models.CharField(max_length=HASH_LENGTH, help_text="Revealed with the seed.")
    start = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="The state after the set-up, if the game did not begin at the beginning.",
    )
    bot_decision = models.PositiveIntegerField(
        null=True, blank=True, help_text="The decision that ``bot_choice`` is about."
    )
    bot_choice = models.CharField(
        max_length=CHOICE_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="What a bot that thinks for seconds plays at ``bot_move_at``.",
    )
    bot_move_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("state of a game")
        verbose_name_plural = _("states of games")

    def __str__(self) -> str:
        return f"state of {self.game_id}"
