"""What is due is found by sweeps. Any number of drivers may run them at once, or one, or late."""

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
    heartbeat,
    outage_ended,
    players_locked_out,
    resolvable_until,
    web_probe,
)
from games.play.reminders import reminders_sweep
from games.play.selectors import clocks_running
from games.play.timeouts import deadline_rearm, deadline_resolve
from games.ratings.finalize import ratings_sweep
from games.staff.bulk import bulks_sweep
from games.standing_orders.services import order_turn_play
from games.vacations.services import vacations_sweep
from games.votes.services import votes_sweep

logger = logging.getLogger(__name__)

Count = TypeVar("Count", int, None)


def timers_sweep(*, driver: str) -> int:
    """Everything that clocks need: the sign of life first, then what was asked of all games, and
    deadlines, unless that is to move them; lobbies, vacations, reminders, votes; at last, the
    games that are over are counted.

    Returns how many deadlines were taken on. One part that fails does not keep the others.
    """
    now = heartbeat(driver=driver)
    run_guarded(web_probe, now=now)
    run_guarded(bulks_sweep)
    resolved = 0
    if not players_locked_out(now=now):
        if not deadlines_wait():
            resolved = run_guarded(deadlines_sweep) or 0
        run_guarded(lobbies_sweep)
    if outage_ended(now=now):
        run_guarded(deadlines_rearm)
    run_guarded(vacations_sweep)
    run_guarded(reminders_sweep)
    run_guarded(votes_sweep)
    run_guarded(ratings_sweep)
    return resolved


def run_guarded(part: Callable[..., Count], **words: object) -> Count | None:
    try:
        return part(**words)
    except Exception:  # whatever it is, the other parts of the sweep can do without
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
    """Resolve the deadlines that have passed, the longest overdue first; returns how many."""
    return DeadlineQueue().work()


def deadline_or_order_resolve(game_id: UUID) -> bool:
    """Resolve a deadline; a standing order that no worker has followed in time comes before it.

    Returns whether anything was done.
    """
    followed = False
    while order_turn_play(game_id=game_id) == 0:
        followed = True
    return deadline_resolve(game_id=game_id) or followed


def autos_sweep() -> int:
    """Play what the server owes to seats, bots' turns and standing orders, that nobody has played
    in time; returns in how many games.
    """
    return BotTurnQueue().work()


class LobbyQueue(GameQueue):
    """Lobbies that have to start or to be called off."""

    due = "lobby_due_at"

    def act(self, game_id: UUID) -> bool:
        return lobby_resolve(game_id=game_id)

    def give_up(self, game: Game) -> None:
        lobby_give_up(game_id=game.id)


def lobbies_sweep() -> int:
    """Start the lobbies whose time has come, and call off those in which nothing happens; returns
    how many were taken on.
    """
    return LobbyQueue().work()


def deadlines_rearm() -> int:
    """Show players the later deadlines that an outage has left them with; returns how many.

    This is for their eyes: what is not reached here is moved when it comes up.
    """
    end = monotonic() + GameQueue.budget
    moved = 0
    for game_id in clocks_running():
        if monotonic() > end:
            break
        moved += run_guarded(deadline_rearm, game_id=game_id) or 0
    return moved
