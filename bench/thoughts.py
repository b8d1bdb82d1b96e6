"""How fast the search thinks: deals of the unknown, and playouts to the horizon, a second."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import thread_time

from engine.citadels.bots.heuristic import heuristic
from engine.citadels.bots.searching import Thought
from engine.citadels.state import Match
from engine.kernel.bots import Budget, Sight
from engine.kernel.frames import Choice, Question
from engine.kernel.search import searched


class Overheard:
    """A thought of the bots that search, asked through here: a bench may look on, or meddle. It
    inherits nothing, since a compiled engine lets nobody do so.
    """

    def __init__(self, sight: Sight, rng: Random) -> None:
        self.thought = Thought(sight, heuristic, rng)
        self.seat, self.options = sight.seat, self.thought.options
        self.deals = self.playouts = 0

    def prior(self, rng: Random) -> Sequence[float]:
        return self.thought.prior(rng)

    def deal(self, rng: Random) -> Match:
        self.deals += 1
        return self.thought.deal(rng)

    def copy(self, state: Match) -> Match:
        return self.thought.copy(state)

    def policy(self, state: Match, question: Question, rng: Random) -> Choice:
        return self.thought.policy(state, question, rng)

    def goes_on(self, state: Match) -> bool:
        return self.thought.goes_on(state)

    def values(self, state: Match) -> Sequence[float]:
        self.playouts += 1
        return self.thought.values(state)


def iterations_in(sights: Sequence[Sight], seconds: float) -> dict[str, int]:
    """What the search gets done, at these decisions with so many seconds for each."""
    deals = playouts = 0
    started = thread_time()
    for number, sight in enumerate(sights):
        thought = Overheard(sight, Random(number))
        searched(thought, Budget(seconds=seconds, clock=thread_time), Random(number))
        deals += thought.deals
        playouts += thought.playouts
    spent = thread_time() - started
    return {
        "iterations_per_second": round(deals / spent),
        "playouts_per_second": round(playouts / spent),
    }
