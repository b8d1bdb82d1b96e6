"""Citadels for the search: what it deals, who decides in its playouts, and where they stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.citadels.bots.determinization import Determinizer
from engine.citadels.bots.evaluation import chances
from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import PROFILES
from engine.citadels.bots.rules.deciding import RulesOfThumb
from engine.citadels.bots.vetoes import worth_a_thought
from engine.citadels.state import Match
from tablekernel.bots import Bot, Budget, Observation
from tablekernel.frames import Choice, Question
from tablekernel.search import find_best

Policy = Callable[[Features, str, Sequence[Choice], Random], Choice]
"""A rule of thumb: takes the features, the topic and the options of a decision and returns one
option.
"""

ODD_ONES: Final = 0.3
"""The probability that another player plays with an unusual profile."""

AS_FITTED, SURE = 1.0, 5.0
"""How surely others keep the character of the highest score: as often as the fitted bots did. And
how surely the own seat does.
"""

PLAYERS = {name: RulesOfThumb(profile, AS_FITTED) for name, profile in PROFILES.items()}
USUAL = PLAYERS["balanced"]
OTHERS: Sequence[Policy] = tuple(PLAYERS.values())
OWN = {name: RulesOfThumb(profile, SURE) for name, profile in PROFILES.items()}
"""The rules of the own seat, by profile."""


class SearchProblem:
    """An open decision of Citadels for the search. Playouts run to the end of this round, or of
    ``rounds`` rounds, with rules of thumb, and each seat decides from what it knows. How the others
    think is unknown, so each determinization draws a profile for them, mostly ``USUAL``.
    """

    __slots__ = (
        "determinizer", "end", "minds", "observation", "observed", "options", "rules", "seat",
    )  # fmt: skip

    def __init__(
        self, observation: Observation, rules: Policy, rng: Random, rounds: int = 1
    ) -> None:
        observed = observation.state
        assert isinstance(observed, Match)
        self.observed = observed
        self.seat = observation.seat
        self.options = worth_a_thought(observed, observation.seat, observation.options)
        self.observation = observation
        self.rules = rules
        self.minds: list[Policy] = [USUAL] * observed.card_set.seats
        self.minds[self.seat] = rules
        self.end = observed.round + rounds
        self.determinizer = Determinizer(observation, rng)

    def prior(self, rng: Random) -> list[float]:
        """Give the full prior to the choice of the rules of thumb among the options worth a
        thought.
        """
        features = Features(self.observed, self.seat)
        first = self.rules(features, self.observation.topic, self.options, rng)
        return [float(option is first) for option in self.options]

    def determinize(self, rng: Random) -> Match:
        for other in range(len(self.minds)):
            if other != self.seat:
                odd = rng.random() < ODD_ONES
                self.minds[other] = OTHERS[int(rng.random() * len(OTHERS))] if odd else USUAL
        return self.determinizer.determinize(rng)

    def copy(self, state: Match) -> Match:
        return state.copy()

    def policy(self, state: Match, question: Question, rng: Random) -> Choice:
        seat, topic, options, _ = question
        return self.minds[seat](Features(state, seat), topic, options, rng)

    def goes_on(self, state: Match) -> bool:
        return state.round < self.end

    def values(self, state: Match) -> list[float]:
        return chances(state)


def make_search_bot(rules: Policy, rounds: int = 1) -> Bot:
    """Return the bot that searches with these rules of thumb, to the end of ``rounds`` rounds."""

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        if len(observation.options) == 1:
            return observation.options[0]
        return find_best(SearchProblem(observation, rules, rng, rounds), budget, rng)

    return bot
