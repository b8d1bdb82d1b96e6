"""Citadels for the search: what it deals, who decides in its playouts, and how far they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.citadels.bots.dealing import Dealer
from engine.citadels.bots.evaluation import chances
from engine.citadels.bots.facts import Facts
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Budget, Sight
from engine.kernel.frames import Choice, Question
from engine.kernel.search import searched

Policy = Callable[[Facts, str, Sequence[Choice], Random], Choice]


class Thought:
    """An open decision of Citadels to be thought about: played out to the end of the round, by
    rules of thumb, each seat deciding by what it knows itself.
    """

    __slots__ = ("blind", "dealer", "options", "round", "rules", "seat", "topic")

    def __init__(self, sight: Sight, rules: Policy, rng: Random) -> None:
        blind = sight.state
        assert isinstance(blind, Match)
        self.blind = blind
        self.seat = sight.seat
        self.topic = sight.topic
        self.options = sight.options
        self.rules = rules
        self.round = blind.round
        self.dealer = Dealer(sight, rng)

    def prior(self, rng: Random) -> list[float]:
        """All faith in what the rules of thumb choose."""
        first = self.rules(Facts.of(self.blind, self.seat), self.topic, self.options, rng)
        return [float(option is first) for option in self.options]

    def deal(self, rng: Random) -> Match:
        return self.dealer.deal(rng)

    def copy(self, state: Match) -> Match:
        return state.copy()

    def policy(self, state: Match, question: Question, rng: Random) -> Choice:
        seat, topic, options, _ = question
        return self.rules(Facts.of(state, seat), topic, options, rng)

    def goes_on(self, state: Match) -> bool:
        return state.round == self.round

    def values(self, state: Match) -> list[float]:
        return chances(state)


def thinking_by(rules: Policy) -> Bot:
    """The bot that thinks by search, with these rules of thumb."""

    def bot(sight: Sight, budget: Budget, rng: Random) -> Choice:
        if len(sight.options) == 1:
            return sight.options[0]
        return searched(Thought(sight, rules, rng), budget, rng)

    return bot
