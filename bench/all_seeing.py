"""The forbidden bot: the same search, which is shown the true match instead of having to deal one.

It lives in the benches, knows every hand, the deck and all characters (not what chance has yet to
give), and shows what the best belief could gain. No fair bot can be expected to surpass it.
"""

from __future__ import annotations

from random import Random

from bench.thoughts import Overheard
from engine.citadels.state import Match
from engine.kernel.bots import Budget, Sight
from engine.kernel.frames import Choice
from engine.kernel.search import searched


class Cheat(Overheard):
    """An open decision, thought about in the match as it is."""

    def __init__(self, truth: Match, sight: Sight, rng: Random) -> None:
        super().__init__(sight, rng)
        self.truth = truth

    def deal(self, rng: Random) -> Match:
        """The match itself, with other luck to come."""
        match = self.truth.copy()
        match.seed = rng.randbytes(32)
        match.events = match.chance = None
        return match


def all_seeing(truth: Match, sight: Sight, budget: Budget, rng: Random) -> Choice:
    """What the search chooses if nothing is hidden from it."""
    if len(sight.options) == 1:
        return sight.options[0]
    return searched(Cheat(truth, sight, rng), budget, rng)
