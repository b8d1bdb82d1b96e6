"""Sweeps, which find what is due. Any number of processes may run them, at once or late."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import TypeVar
from uuid import UUID

from games.bots.turns import BotTurnQueue
from games.lobby.schedule import lobby_give_up, lobby_resolve
from games.models import Game
from games.play.due_games import GameQueue
from games.play.global_pause import deadlines_wait
from games.play.outages import (
    are_players_locked_out,
    heartbeat,
    is_after_outage,
    resolvable_until,
    web_probe,
)
from games.play.reminders import reminders_sweep
from games.play.selectors import clocks_running
from games.play.timeouts import deadline_rearm, deadline_resolve
from games.ratings.finalize import ratings_sweep
from games.ratings.recomputation import recomputation_sweep
from games.staff.bulk import bulks_sweep
from games.standing_orders.services import order_turn_play
from games.statistics.tallies import statistics_sweep
from games.vacations.services import vacations_sweep
from games.votes.services import votes_sweep

logger = logging.getLogger(__name__)

Count = TypeVar("Count", int, None)


def timers_sweep() -> int:
    """Run all work of the clocks: the heartbeat, bulk actions, deadlines (unless a bulk action is
    about to move them), lobbies, vacations, reminders, votes, and ratings and statistics of
    finished games.

    Returns how many deadlines were processed. A part that fails does not stop the others.
    """
    now = heartbeat()
    run_guarded(web_probe, now=now)
    run_guarded(bulks_sweep)
    resolved = 0
    if not are_players_locked_out(now=now):
        if not deadlines_wait():
            resolved = run_guarded(deadlines_sweep) or 0
        run_guarded(lobbies_sweep)
    if is_after_outage(now=now):
        run_guarded(deadlines_rearm)
    run_guarded(vacations_sweep)
    run_guarded(reminders_sweep)
    run_guarded(votes_sweep)
    run_guarded(recomputation_sweep)
    run_guarded(ratings_sweep)
    run_guarded(statistics_sweep)
    return resolved


def run_guarded(part: Callable[..., Count], **words: object) -> Count | None:
    """Run a part of a sweep. Returns None if it fails, so that the others go on."""
    try:
        return part(**words)
    except Exception:  # whatever is wrong, the other parts go on
        logger.exception("%s failed", part.__name__)
        return None


class DeadlineQueue(GameQueue):
    """Games whose deadline has passed."""

    due = "due_at"

    def until(self) -> datetime:
        return resolvable_until()

    def act(self, game_id: UUID) -> bool:
        return deadline_or_order_resolve(game_id)


def deadlines_sweep() -> int:
    """Resolve the deadlines that have passed, the longest overdue first. Returns how many."""
    return DeadlineQueue().work()


def deadline_or_order_resolve(game_id: UUID) -> bool:
    """Resolve a deadline. A standing order that no worker has followed in time comes first.

    Returns False if there was nothing to do.
    """
    followed = False
    while order_turn_play(game_id=game_id) == 0:
        followed = True
    return deadline_resolve(game_id=game_id) or followed


def autos_sweep() -> int:
    """Play overdue turns of bots and standing orders. Returns the number of games."""
    return BotTurnQueue().work()


class LobbyQueue(GameQueue):
    """Lobbies that have to start or to be cancelled."""

    due = "lobby_due_at"

    def act(self, game_id: UUID) -> bool:
        return lobby_resolve(game_id=game_id)

    def give_up(self, game: Game) -> None:
        lobby_give_up(game_id=game.id)


def lobbies_sweep() -> int:
    """Start the lobbies that are due, and cancel those without activity. Returns how many were
    processed.
    """
    return LobbyQueue().work()


def deadlines_rearm() -> int:
    """Show players the later deadlines after an outage. Returns how many.

    This is for display: a deadline that is not reached here moves when it is due.
    """
    end = monotonic() + GameQueue.budget
    moved = 0
    for game_id in clocks_running():
        if monotonic() > end:
            break
        moved += run_guarded(deadline_rearm, game_id=game_id) or 0
    return moved
