"""What a game knows of time. Kept on its row: the sweeps find what is due by one index each."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

MAX_BOT_DELAY = 3600
"""Seconds that a bot may seem to think."""


class Policy(models.TextChoices):
    """What becomes of a seat whose time is out, once its excuses are used up."""

    FORFEIT = "forfeit"
    DEFAULT_MOVE = "default_move"
    BOT = "bot"


class WhenAlone(models.TextChoices):
    """What becomes of a game in which one person is left."""

    END = "end"
    PLAY_ON = "play_on"


class WhenAbsent(models.TextChoices):
    """What becomes of a game one of whose players never showed up."""

    REOPEN = "reopen"
    CANCEL = "cancel"


def no_pace() -> dict[str, Any]:
    return {"kind": "none"}


def usual_timeouts() -> dict[str, Any]:
    return {
        "policy": Policy.FORFEIT.value,
        "excuses": 0,
        "when_alone": WhenAlone.END.value,
        "when_absent": WhenAbsent.REOPEN.value,
    }


class ClockFields(models.Model):
    """The clock of a game: its rules, how it stands, and when somebody has to look at it."""

    pace = models.JSONField(default=no_pace, help_text="Complete, as games.clocks checked it.")
    timeouts = models.JSONField(default=usual_timeouts)
    vacations = models.BooleanField(default=True, help_text="Players' vacations stop the clock.")
    bot_delay = models.PositiveIntegerField(default=0, help_text="Seconds that bots think.")

    clock_left = models.DurationField(
        null=True, blank=True, help_text="What the seat to act had left when its clock last began."
    )
    clock_since = models.DateTimeField(null=True, blank=True, help_text="Empty: it stands still.")
    clock_quiet_hours = models.JSONField(
        null=True, blank=True, help_text="Quiet hours of the player to act, as they were then."
    )
    deadline_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When a sweep resolves the deadline, or tries again."
    )
    remind_at = models.DateTimeField(null=True, blank=True)
    auto_at = models.DateTimeField(
        null=True, blank=True, help_text="When the server acts for the seat: its bot, its orders."
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Failures in a row; each doubles the wait for the next attempt."
    )
    paused = models.BooleanField(default=False, help_text="There are pauses: the clock stands.")
    frozen = models.BooleanField(default=False, help_text="One of them lets nobody act.")

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
