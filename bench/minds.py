"""What decides for a seat in a bench: the bots as the platform has them, and one that cheats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from time import thread_time

from bench.matchups import Player
from engine.citadels.ruleset import CITADELS
from engine.kernel.frames import Choice
from engine.kernel.state import State

SECONDS = {"quick": 0.05, "steady": 1.0, "deep": 5.0, "all-seeing": 0.05}
"""Of the processor, for one choice of a level that searches."""

PLAIN_SECONDS = 0.00005
MOVES = 40
"""About what one choice of the other levels takes, and how many choices a seat has in a match."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots that search may think: a share of their time, or, where ``iterations`` are
    given, so many for the quickest of them and more for the others in proportion.
    """

    share: float = 1.0
    iterations: int = 0

    def __str__(self) -> str:
        if self.iterations:
            return f"{self.iterations} iterations"
        return "full time" if self.share == 1 else f"{self.share:g} of the time"

    def seconds(self, level: str) -> float:
        return SECONDS[level] * self.share

    def count(self, level: str) -> int:
        return round(self.iterations * SECONDS[level] / SECONDS["quick"])


def cost(players: Iterable[Player], pace: Pace) -> float:
    """About how many seconds of a processor a match of these will take, for bars."""
    share = pace.iterations / 40 if pace.iterations else pace.share
    return MOVES * sum(SECONDS.get(player.level, 0) * share + PLAIN_SECONDS for player in players)


class Mind:
    """One seat of one match: its bot, its own source of chance, and what its thinking has cost."""

    __slots__ = ("level", "moves", "pace", "profile", "rng", "seconds")

    def __init__(self, player: Player, pace: Pace, rng: Random) -> None:
        self.level, self.profile = player.level, player.profile
        self.pace, self.rng = pace, rng
        self.moves, self.seconds = 0, 0.0

    def choose(self, state: State) -> Choice:
        """The bot's choice at its open decision."""
        started = thread_time()
        choice = self.chosen(state)
        self.seconds += thread_time() - started
        self.moves += 1
        return choice

    def chosen(self, state: State) -> Choice:
        decision = CITADELS.decision(state)
        assert decision is not None
        described = CITADELS.describe(state, decision)["options"]
        view = CITADELS.view(state, decision.seat)
        key = CITADELS.bot(self.level)(view, described, self.rng)
        return next(choice for choice in decision.options if choice.key == key)
