"""What is due is found by sweeps. Any number of drivers may run them at once, or one, or late."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import TypeVar

from django.conf import settings

from games.selectors import autos_due, clocks_running, deadlines_due
from games.services import instant
from games.services.attempts import attempt
from games.services.bots import turns_run
from games.services.reminders import reminders_sweep
from games.services.timeouts import deadline_rearm, deadline_resolve
from games.services.vacations import vacations_sweep
from games.services.votes import votes_sweep
from games.services.watch import heartbeat, outage_ended, players_locked_out, web_probe

logger = logging.getLogger(__name__)

BATCH = 200
BUDGET_SECONDS = 30.0
"""Of one sweep, less than the time limit of a task; the next sweep goes on."""
Count = TypeVar("Count", int, None)

WAKE_GRACE = timedelta(seconds=settings.WAKE_SECONDS)


def timers_sweep(*, driver: str) -> int:
    """Everything that clocks need: the sign of life first, then deadlines, vacations, reminders,
    votes.

    Returns how many deadlines were taken on. One part that fails does not keep the others.
    """
    now = heartbeat(driver=driver)
    guarded(web_probe, now=now)
    swept = 0 if players_locked_out(now=now) else guarded(deadlines_sweep) or 0
    if outage_ended(now=now):
        guarded(deadlines_rearm)
    guarded(vacations_sweep)
    guarded(reminders_sweep)
    guarded(votes_sweep)
    return swept


def guarded(part: Callable[..., Count], **words: object) -> Count | None:
    try:
        return part(**words)
    except Exception:  # whatever it is, the other parts of the sweep can do without
        logger.exception("%s failed", part.__name__)
        return None


def deadlines_sweep() -> int:
    """Resolve the deadlines that have passed, the longest overdue first; returns how many."""
    end = monotonic() + BUDGET_SECONDS
    swept = 0
    while due := deadlines_due(now=instant.now(), limit=BATCH):
        before = swept
        for game_id, due_at in due:
            if monotonic() > end:
                return swept
            swept += attempt(
                game_id=game_id,
                column="due_at",
                due=due_at,
                act=lambda game_id: deadline_resolve(game_id=game_id),
            )
        if swept == before:
            break  # others are at all of them
    return swept


def deadlines_rearm() -> int:
    """Show players the later deadlines that an outage has left them with; returns how many.

    This is for their eyes: what is not reached here is moved when it comes up.
    """
    end = monotonic() + BUDGET_SECONDS
    moved = 0
    for game_id in clocks_running():
        if monotonic() > end:
            break
        moved += deadline_rearm(game_id=game_id)
    return moved


def autos_sweep() -> int:
    """Play what the server owes to seats, bots' turns and standing orders, that nobody has played
    in time; returns in how many matches.
    """
    end = monotonic() + BUDGET_SECONDS
    swept = 0
    for game_id, auto_at in autos_due(now=instant.now() - WAKE_GRACE, limit=BATCH):
        if monotonic() > end:
            break
        swept += attempt(game_id=game_id, column="auto_at", due=auto_at, act=turns_run)
    return swept
