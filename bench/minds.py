"""What decides for a seat in a bench: the bots as the platform has them, and one that cheats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from time import thread_time
from typing import Any

from bench.all_seeing import all_seeing
from bench.matchups import ALL_SEEING, QUICK, Player
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from engine.kernel.bots import Budget
from engine.kernel.events import Event, event_for
from engine.kernel.frames import Choice
from engine.kernel.ruleset import Ruleset
from engine.kernel.state import State

PLAIN_SECONDS = 0.00005
MOVES = 40
QUICK_ITERATIONS = 40
"""For bars: what one choice of the levels that do not think takes, how many choices a seat has in a
match, and how many iterations a search makes in its time. About."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots that search may think: a share of their time, or so many ``iterations``."""

    share: float = 1.0
    iterations: int = 0

    def __str__(self) -> str:
        if self.iterations:
            return f"{self.iterations} iterations"
        return "full time" if self.share == 1 else f"{self.share:g} of the time"

    def budget(self, level: str) -> Budget:
        """What a bot of ``level`` has for its next choice; the clock is the thread's."""
        if not self.iterations:
            return Budget(seconds=seconds_of(level) * self.share, clock=thread_time)
        return Budget(iterations=self.iterations if seconds_of(level) else 0)


def seconds_of(level: str) -> float:
    """Of the processor, for one choice; 0: it answers at once. Levels of one name have the same
    time in every game.
    """
    return CITADELS.bot_seconds.get(QUICK if level == ALL_SEEING else level, 0.0)


def cost(players: Iterable[Player], pace: Pace) -> float:
    """About how many seconds of a processor a match of these will take, for bars. Most choices are
    easy: of its time a bot uses a fifth or so.
    """
    share = (pace.iterations / QUICK_ITERATIONS if pace.iterations else pace.share) / 5
    return MOVES * sum(seconds_of(player.level) * share + PLAIN_SECONDS for player in players)


class Mind:
    """One seat of one match: its bot, its own source of chance, what it was told, and what its
    thinking has cost.
    """

    __slots__ = (
        "bot", "level", "listens", "moves", "pace", "rng", "rules", "seat", "seconds", "told",
    )  # fmt: skip

    def __init__(
        self, player: Player, seat: int, pace: Pace, rng: Random, rules: Ruleset = CITADELS
    ) -> None:
        self.level, self.seat, self.pace, self.rng = player.level, seat, pace, rng
        self.rules = rules
        cheats = player.level == ALL_SEEING
        self.bot = None if cheats else rules.bot(player.level, player.profile or None)
        self.listens = player.level in rules.bot_listens
        self.told: list[dict[str, Any]] = []
        self.moves, self.seconds = 0, 0.0

    def hear(self, events: Iterable[Event]) -> None:
        """Remember what the seat is told, as the platform tells it."""
        self.told += [event_for(event.to_json(), self.seat) for event in events]

    def choose(self, match: State) -> Choice:
        """The bot's choice at its open decision."""
        sight = self.rules.sight(match, self.told)
        started = thread_time()
        budget = self.pace.budget(self.level)
        if self.bot is None:
            assert isinstance(match, Match)
            choice = all_seeing(match, sight, budget, self.rng)
        else:
            choice = self.bot(sight, budget, self.rng)
        self.seconds += thread_time() - started
        self.moves += 1
        return choice
