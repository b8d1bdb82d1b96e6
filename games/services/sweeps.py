"""What is due is found by sweeps. Any number of drivers may run them at once, or one, or late."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import shuffle
from time import monotonic
from typing import TypeVar
from uuid import UUID

from django.conf import settings

from games.selectors import autos_due, clocks_running, deadlines_due, lobbies_due
from games.services import instant
from games.services.acts.bulk import bulks_sweep
from games.services.attempts import Column, attempt
from games.services.bots import turns_run
from games.services.counting import counts_sweep
from games.services.lobby.due import lobby_give_up, lobby_resolve
from games.services.orders import order_turn_play
from games.services.reminders import reminders_sweep
from games.services.standstill import deadlines_wait
from games.services.timeouts import deadline_rearm, deadline_resolve
from games.services.vacations import vacations_sweep
from games.services.votes import votes_sweep
from games.services.watch import (
    heartbeat,
    outage_ended,
    players_locked_out,
    resolvable_until,
    web_probe,
)

logger = logging.getLogger(__name__)

BATCH = 200
BUDGET_SECONDS = 20.0
"""Of one sweep, so that it ends within the time limit of a task; the next sweep goes on."""
Count = TypeVar("Count", int, None)
Due = list[tuple[UUID, datetime]]

WAKE_GRACE = timedelta(seconds=settings.WAKE_SECONDS)


def timers_sweep(*, driver: str) -> int:
    """Everything that clocks need: the sign of life first, then what was asked of all matches, and
    deadlines, unless that is to move them; lobbies, vacations, reminders, votes; at last, the
    matches that are over are counted.

    Returns how many deadlines were taken on. One part that fails does not keep the others.
    """
    now = heartbeat(driver=driver)
    guarded(web_probe, now=now)
    guarded(bulks_sweep)
    resolved = 0
    if not players_locked_out(now=now):
        if not deadlines_wait():
            resolved = guarded(deadlines_sweep) or 0
        guarded(lobbies_sweep)
    if outage_ended(now=now):
        guarded(deadlines_rearm)
    guarded(vacations_sweep)
    guarded(reminders_sweep)
    guarded(votes_sweep)
    guarded(counts_sweep)
    return resolved


def guarded(part: Callable[..., Count], **words: object) -> Count | None:
    try:
        return part(**words)
    except Exception:  # whatever it is, the other parts of the sweep can do without
        logger.exception("%s failed", part.__name__)
        return None


def deadlines_sweep() -> int:
    """Resolve the deadlines that have passed, the longest overdue first; returns how many."""
    return swept(
        column="due_at",
        find=lambda: deadlines_due(now=resolvable_until(), limit=BATCH),
        act=time_over,
    )


def time_over(game_id: UUID) -> bool:
    """Resolve a deadline; a standing order that no worker has followed in time comes before it.

    Returns whether anything was done.
    """
    followed = False
    while order_turn_play(game_id=game_id) == 0:
        followed = True
    return deadline_resolve(game_id=game_id) or followed


def autos_sweep() -> int:
    """Play what the server owes to seats, bots' turns and standing orders, that nobody has played
    in time; returns in how many matches.
    """
    return swept(
        column="auto_at",
        find=lambda: autos_due(now=instant.now() - WAKE_GRACE, limit=BATCH),
        act=turns_run,
    )


def swept(
    *,
    column: Column,
    find: Callable[[], Due],
    act: Callable[[UUID], object],
    give_up: Callable[[UUID], object] | None = None,
) -> int:
    """Act on each match that is due until there is none, or the time is up; returns on how many."""
    end = monotonic() + BUDGET_SECONDS
    count = 0
    while due := find():
        before = count
        if len(due) == BATCH:
            shuffle(due)  # so that several drivers do not get into each other's way
        for game_id, at in due:
            if monotonic() > end:
                return count
            count += attempt(game_id=game_id, column=column, due=at, act=act, give_up=give_up)
        if count == before:
            break  # others are at all of them
    return count


def lobbies_sweep() -> int:
    """Start the lobbies whose time has come, and call off those in which nothing happens; returns
    how many were taken on.
    """
    return swept(
        column="gather_at",
        find=lambda: lobbies_due(now=instant.now(), limit=BATCH),
        act=lambda game_id: lobby_resolve(game_id=game_id),
        give_up=lambda game_id: lobby_give_up(game_id=game_id),
    )


def deadlines_rearm() -> int:
    """Show players the later deadlines that an outage has left them with; returns how many.

    This is for their eyes: what is not reached here is moved when it comes up.
    """
    end = monotonic() + BUDGET_SECONDS
    moved = 0
    for game_id in clocks_running():
        if monotonic() > end:
            break
        moved += guarded(deadline_rearm, game_id=game_id) or 0
    return moved
