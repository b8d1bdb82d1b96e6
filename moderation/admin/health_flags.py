"""What may be wrong with a game, for lists of them and for the page of one."""

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
"""Sweeps come every few seconds: one that is so late does not get to the game, or through it."""
STALLED = timedelta(days=14)
"""Without a move for so long a game stands still, whatever its clock says."""


def overdue(now: datetime) -> Q:
    """Games whose deadline should have been resolved by now."""
    late = now - LATE - fire_delay()
    return Q(status=Status.ACTIVE, due_at__isnull=False, deadline_at__lt=late)


def quarantined(now: datetime) -> Q:
    held = Pause.objects.filter(kind=PauseKind.QUARANTINE).order_by().values("game")
    return Q(frozen=True, id__in=held)


def frozen(now: datetime) -> Q:
    return Q(frozen=True)


def paused(now: datetime) -> Q:
    return Q(paused=True)


def stalled(now: datetime) -> Q:
    return Q(status=Status.ACTIVE, to_act_since__lt=now - STALLED)


def reported(now: datetime) -> Q:
    return Q(id__in=reports_open().order_by().values("game"))


HEALTH_FLAGS: dict[str, tuple[StrOrPromise, Callable[[datetime], Q]]] = {
    "overdue": (_("overdue"), overdue),
    "quarantined": (_("in quarantine"), quarantined),
    "frozen": (_("frozen"), frozen),
    "paused": (_("paused"), paused),
    "reported": (_("reported"), reported),
    "stalled": (format_lazy(_("no move for {days} days"), days=STALLED.days), stalled),
}
"""The word in the address, the words on the page, and which games."""


def health_flags_of(game: Game, now: datetime) -> list[str]:
    """What is wrong with a game, in words; that it was reported stands with its reports."""
    pauses = {pause.kind for pause in game.pauses.all()} if game.paused else set()
    quarantine = PauseKind.QUARANTINE in pauses
    late = game.deadline_at is not None and game.deadline_at < now - LATE - fire_delay()
    still = game.to_act_since is not None and game.to_act_since < now - STALLED
    found = {
        "overdue": late,
        "quarantined": quarantine,
        "frozen": game.frozen and not quarantine,
        "paused": game.paused and not game.frozen,
        "stalled": still,
    }
    return [str(HEALTH_FLAGS[name][0]) for name, true in found.items() if true]
