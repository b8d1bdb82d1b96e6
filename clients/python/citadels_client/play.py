"""Follows a game to its end, and answers whenever this user has to decide."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from .api import Api
from .choosers import Chooser
from .documents import Event, Game
from .errors import Problem

SHORTEST_WAIT, LONGEST_WAIT = 0.05, 1.0
"""Seconds between two requests. The pause grows while nothing changes."""
STALE_CODES = ("stale_decision", "not_your_decision", "game_over", "seat_lost")
"""Refusals after which the client fetches the game again."""


class Stalled(Exception):
    """Nothing has happened for a long time, although another player has to decide."""


class Screen(Protocol):
    """Displays a game."""

    def show(self, game: Game, events: list[Event]) -> None:
        """Show the current state. ``events`` are those since the last call."""


def play_to_end(
    api: Api,
    game_id: str,
    choose: Chooser,
    screen: Screen,
    *,
    pace: float = 0.0,
    patience: float = 60.0,
    longest_wait: float = LONGEST_WAIT,
    sleep: Callable[[float], None] = time.sleep,
) -> Game:
    """Play and show a game until it is over. Returns it as it ended.

    ``pace`` is the pause before each answer in seconds, ``patience`` the maximum time without any
    change, ``longest_wait`` the maximum time between two requests. Raises Stalled, Problem,
    Unreachable.
    """
    seen: Game | None = None
    last_seq = 0
    wait, waited = SHORTEST_WAIT, 0.0
    while True:
        game = api.game(game_id)
        if game is seen:
            if waited > patience:
                raise Stalled(f"Nothing has changed for {patience:.0f} seconds.")
            sleep(wait)
            waited += wait
            wait = min(wait * 1.5, longest_wait)
            continue
        seen = game
        wait, waited = SHORTEST_WAIT, 0.0
        events = api.events(game_id, last_seq)
        last_seq = events[-1]["seq"] if events else last_seq
        screen.show(game, events)
        if game["status"] in ("finished", "cancelled"):
            return game
        answer(api, game, choose, pace=pace, sleep=sleep)


def answer(
    api: Api, game: Game, choose: Chooser, *, pace: float, sleep: Callable[[float], None]
) -> None:
    """Answer the open decision if it is this user's. Ignores refusals because another was first."""
    decision = game["decision"]
    if decision is None or "options" not in decision:
        return
    choice = choose(game, decision)
    sleep(pace)
    try:
        api.command(game["id"], decision["id"], [choice])
    except Problem as problem:
        if problem.code not in STALE_CODES:
            raise
