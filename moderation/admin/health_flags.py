"""Health flags: problems that a game can have, for the list of games and the page of a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game, Pause, PauseKind, Status
from games.play.timing import fire_delay
from moderation.selectors import reports_open

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LATE = timedelta(minutes=1)
"""Sweeps run every few seconds: after this delay they miss the game, or fail at it."""
STALLED = timedelta(days=14)
"""After this time without a move, a game counts as stalled, regardless of its clock."""


def overdue(now: datetime) -> Q:
    """Return a filter for games whose deadline should already have been resolved."""
    late = now - LATE - fire_delay()
    return Q(status=Status.ACTIVE, due_at__isnull=False, deadline_at__lt=late)


def quarantined(now: datetime) -> Q:
    """Select games in quarantine."""
    games = Pause.objects.filter(kind=PauseKind.QUARANTINE).order_by().values("game")
    return Q(frozen=True, id__in=games)


def frozen(now: datetime) -> Q:
    """Select frozen games."""
    return Q(frozen=True)


def paused(now: datetime) -> Q:
    """Select paused games."""
    return Q(paused=True)


def stalled(now: datetime) -> Q:
    """Select running games in which a decision has been open for long."""
    return Q(status=Status.ACTIVE, to_act_since__lt=now - STALLED)


def reported(now: datetime) -> Q:
    """Select games with open reports."""
    return Q(id__in=reports_open().order_by().values("game"))


HEALTH_FLAGS: dict[str, tuple[StrOrPromise, Callable[[datetime], Q]]] = {
    "overdue": (_("overdue"), overdue),
    "quarantined": (_("in quarantine"), quarantined),
    "frozen": (_("frozen"), frozen),
    "paused": (_("paused"), paused),
    "reported": (_("reported"), reported),
    "stalled": (format_lazy(_("no move for {days} days"), days=STALLED.days), stalled),
}
"""Each flag's name in URLs, its label, and the filter for its games."""


def health_flags_of(game: Game, now: datetime) -> list[str]:
    """Return the labels of a game's flags, except "reported": the page lists the reports."""
    pauses = {pause.kind for pause in game.pauses.all()} if game.paused else set()
    quarantine = PauseKind.QUARANTINE in pauses
    late = game.deadline_at is not None and game.deadline_at < now - LATE - fire_delay()
    still = game.to_act_since is not None and game.to_act_since < now - STALLED
    flags = {
        "overdue": late,
        "quarantined": quarantine,
        "frozen": game.frozen and not quarantine,
        "paused": game.paused and not game.frozen,
        "stalled": still,
    }
    return [str(HEALTH_FLAGS[name][0]) for name, is_set in flags.items() if is_set]
