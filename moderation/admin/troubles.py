"""What may be wrong with a match, for lists of them and for the page of one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q

from games.models import Game, Pause, PauseKind, Status
from games.services.timing import fire_delay
from moderation.selectors import reports_open

LATE = timedelta(minutes=1)
"""Sweeps come every few seconds: one that is so late does not get to the match, or through it."""
STALLED = timedelta(days=14)
"""Without a move for so long a match stands still, whatever its clock says."""


def overdue(now: datetime) -> Q:
    """Matches whose deadline should have been resolved by now."""
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


TROUBLES: dict[str, tuple[str, Callable[[datetime], Q]]] = {
    "overdue": ("overdue", overdue),
    "quarantined": ("in quarantine", quarantined),
    "frozen": ("frozen", frozen),
    "paused": ("paused", paused),
    "reported": ("reported", reported),
    "stalled": (f"no move for {STALLED.days} days", stalled),
}
"""The word in the address, the words on the page, and which matches."""


def troubles_of(game: Game, now: datetime) -> list[str]:
    """What is wrong with a match, in words; that it was reported stands with its reports."""
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
    return [TROUBLES[name][0] for name, true in found.items() if true]
