"""The clock of a game, in its row: one index each lets sweeps find what is due."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

MAX_BOT_DELAY = 3600
"""The longest delay of bots, in seconds."""


class Policy(models.TextChoices):
    """What happens to a seat whose time runs out, after its excuses."""

    FORFEIT = "forfeit"
    DEFAULT_MOVE = "default_move"
    BOT = "bot"


class WhenAlone(models.TextChoices):
    """What happens to a game with only one person left."""

    END = "end"
    PLAY_ON = "play_on"


class WhenAbsent(models.TextChoices):
    """What happens to a game if a player never shows up."""

    REOPEN = "reopen"
    CANCEL = "cancel"


def no_pace() -> dict[str, Any]:
    """Return the pace of a game without a clock."""
    return {"kind": "none"}


def usual_timeouts() -> dict[str, Any]:
    """Return what happens by default when a player's time is over."""
    return {
        "policy": Policy.FORFEIT.value,
        "excuses": 0,
        "when_alone": WhenAlone.END.value,
        "when_absent": WhenAbsent.REOPEN.value,
    }


class ClockFields(models.Model):
    """The clock of a game and when it is due: columns that change during play."""

    clock_left = models.DurationField(
        null=True,
        blank=True,
        help_text=("What the deciding seat had left when its clock last started."),
    )
    clock_since = models.DateTimeField(
        null=True, blank=True, help_text=("Empty: the clock is stopped.")
    )
    clock_quiet_hours = models.JSONField(
        null=True,
        blank=True,
        help_text=("Quiet hours of the deciding player, as of the start of the turn."),
    )
    deadline_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When a sweep resolves the deadline, or retries."
    )
    remind_at = models.DateTimeField(null=True, blank=True)
    auto_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text=("When the server acts for the seat: a bot thinks or moves, or orders answer."),
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Consecutive failures; each doubles the wait before the next attempt."
    )
    paused = models.BooleanField(default=False, help_text="True if there are pauses.")
    frozen = models.BooleanField(default=False, help_text="True if a pause prevents moves.")

    class Meta:
        abstract = True


RUNNING = Q(clock_since__isnull=False, clock_left__isnull=False, deadline_at__isnull=False)
STOPPED = Q(clock_since=None, deadline_at=None)

CLOCK_INDEXES = [
    models.Index(fields=[column], name=f"game_{name}", condition=Q(**{f"{column}__isnull": False}))
    for column, name in (
        ("due_at", "deadline_due"),
        ("auto_at", "auto_due"),
        ("remind_at", "reminder_due"),
    )
]

CLOCK_CONSTRAINTS = [
    models.CheckConstraint(condition=RUNNING | STOPPED, name="game_deadline_while_running"),
    models.CheckConstraint(
        condition=Q(deadline_at=None, due_at=None, remind_at=None)
        | Q(deadline_at__isnull=False, due_at__isnull=False),
        name="game_deadline_will_be_seen",
    ),
    models.CheckConstraint(
        condition=Q(paused=False) | Q(clock_since=None), name="game_paused_stands_still"
    ),
    models.CheckConstraint(
        condition=Q(frozen=False) | Q(paused=True, auto_at=None), name="game_frozen_is_paused"
    ),
    models.CheckConstraint(
        condition=Q(bot_delay__lte=MAX_BOT_DELAY), name="game_bot_delay_bounded"
    ),
]
