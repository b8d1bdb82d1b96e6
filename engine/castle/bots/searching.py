"""The game for the search: determinization, policy of playouts, and horizon."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from engine.castle.bots.determinization import Determinizer
from engine.castle.bots.evaluation import chances
from engine.castle.bots.greedy import greedy, worths
from engine.castle.state import Match
from tablekernel.bots import Budget, Observation
from tablekernel.frames import Choice, Question
from tablekernel.search import find_best

TURNS: Final = 3
"""Turns that are played out after this one."""

THOUGHT_OF: Final = 5
"""The maximum number of options that are searched: those that promise most."""

SHARPNESS: Final = 2.0
"""An option with this many points less looks e times less likely to be the best."""


class SearchProblem:
    """An open decision for the search. Some turns are played out with simple rules, with tiles and
    wall tiles dealt at random.
    """

    __slots__ = ("determinizer", "last", "looks", "options", "seat")

    def __init__(self, observation: Observation, rng: Random) -> None:
        observed = observation.state
        assert isinstance(observed, Match)
        self.seat = observation.seat
        found = worths(observed, observation.seat, observation.topic, observation.options)
        order = sorted(range(len(found)), key=lambda place: -found[place])[:THOUGHT_OF]
        self.options: Sequence[Choice] = [observation.options[place] for place in order]
        self.looks = [found[place] for place in order]
        self.determinizer = Determinizer(observed)
        self.last = observed.turn + TURNS

    def prior(self, rng: Random) -> list[float]:
        """Return priors: the closer to the most promising option, the higher."""
        return [exp((look - self.looks[0]) / SHARPNESS) for look in self.looks]

    def determinize(self, rng: Random) -> Match:
        return self.determinizer.determinize(rng)

    def copy(self, state: Match) -> Match:
        return state.copy()

    def policy(self, state: Match, question: Question, rng: Random) -> Choice:
        seat, topic, options, _ = question
        return greedy(state, seat, topic, options, rng)

    def goes_on(self, state: Match) -> bool:
        return state.turn <= self.last

    def values(self, state: Match) -> tuple[float, float]:
        return chances(state)


def thinking(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """The bot that searches."""
    if len(observation.options) == 1:
        return observation.options[0]
    return find_best(SearchProblem(observation, rng), budget, rng)
