"""How fast the search thinks: deals of the unknown, and playouts to the horizon, a second."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import thread_time

from engine.citadels.bots.heuristic import heuristic
from engine.citadels.bots.searching import Thought
from engine.citadels.state import Match
from engine.kernel.bots import Budget, Sight
from engine.kernel.search import searched


class Counted(Thought):
    """A thought that counts what it takes."""

    __slots__ = ("deals", "playouts")

    def __init__(self, sight: Sight, rng: Random) -> None:
        super().__init__(sight, heuristic, rng)
        self.deals = self.playouts = 0

    def deal(self, rng: Random) -> Match:
        self.deals += 1
        return super().deal(rng)

    def values(self, state: Match) -> list[float]:
        self.playouts += 1
        return super().values(state)


def iterations_in(sights: Sequence[Sight], seconds: float) -> dict[str, int]:
    """What the search gets done, at these decisions with so many seconds for each."""
    deals = playouts = 0
    started = thread_time()
    for number, sight in enumerate(sights):
        thought = Counted(sight, Random(number))
        searched(thought, Budget(seconds=seconds, clock=thread_time), Random(number))
        deals += thought.deals
        playouts += thought.playouts
    spent = thread_time() - started
    return {
        "iterations_per_second": round(deals / spent),
        "playouts_per_second": round(playouts / spent),
    }
