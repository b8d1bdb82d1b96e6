"""Citadels for the search: what it deals, who decides in its playouts, and how far they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.citadels.bots.determinization import Determinizer
from engine.citadels.bots.evaluation import chances
from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.heuristic import HEURISTICS
from engine.citadels.bots.vetoes import worth_a_thought
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Budget, Observation
from engine.kernel.frames import Choice, Question
from engine.kernel.search import find_best

Policy = Callable[[Features, str, Sequence[Choice], Random], Choice]
"""Rules of thumb: from the features, the topic and the options of a decision to one of these."""

ODD_ONES: Final = 0.3
"""How often another player is taken to play in some other way than most do."""

USUAL = HEURISTICS["balanced"]
OTHERS: Sequence[Policy] = (*HEURISTICS.values(), greedy)


class SearchProblem:
    """An open decision of Citadels to be thought about: played out to the end of the round, by
    rules of thumb, each seat deciding by what it knows itself. How the others think is not known,
    and so is dealt with the cards: mostly like ``USUAL``.
    """

    __slots__ = (
        "determinizer", "minds", "observation", "observed", "options", "round", "rules",
        "seat",
    )  # fmt: skip

    def __init__(self, observation: Observation, rules: Policy, rng: Random) -> None:
        observed = observation.state
        assert isinstance(observed, Match)
        self.observed = observed
        self.seat = observation.seat
        self.options = worth_a_thought(observed, observation.seat, observation.options)
        self.observation = observation
        self.rules = rules
        self.minds: list[Policy] = [USUAL] * observed.card_set.seats
        self.minds[self.seat] = rules
        self.round = observed.round
        self.determinizer = Determinizer(observation, rng)

    def prior(self, rng: Random) -> list[float]:
        """All faith in what the rules of thumb choose among what is worth a thought."""
        features = Features.of(self.observed, self.seat)
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
        return self.minds[seat](Features.of(state, seat), topic, options, rng)

    def goes_on(self, state: Match) -> bool:
        return state.round == self.round

    def values(self, state: Match) -> list[float]:
        return chances(state)


def thinking_by(rules: Policy) -> Bot:
    """The bot that thinks by search, with these rules of thumb."""

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        if len(observation.options) == 1:
            return observation.options[0]
        return find_best(SearchProblem(observation, rules, rng), budget, rng)

    return bot
