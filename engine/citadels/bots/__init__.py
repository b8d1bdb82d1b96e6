"""The bots. Each decides from what its seat knows and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import PROFILES, Profile
from engine.citadels.bots.rules.deciding import RulesOfThumb
from engine.citadels.bots.searching import (
    OWN,
    Policy,
    SearchProblem,
    make_search_bot,
)
from engine.citadels.bots.vetoes import sensible_options
from engine.citadels.bots.words import WORDS
from engine.citadels.state import Match
from tablekernel.bots import Bot, Bots, Budget, Observation
from tablekernel.frames import Choice

CARELESS: Final = 8.0
"""The share of chance when ``easy`` names a character: more than what speaks for one."""


def novice(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """Return a random sensible choice."""
    match = observation.state
    assert isinstance(match, Match)
    return rng.choice(sensible_options(match, observation.seat, observation.options, rng))


def make_rules_bot(policy: Policy) -> Bot:
    """Return a bot that follows the rules of thumb without search."""

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        match = observation.state
        assert isinstance(match, Match)
        features = Features(match, observation.seat)
        return policy(features, observation.topic, observation.options, rng)

    return bot


def problem(observation: Observation, rng: Random) -> SearchProblem:
    """Return the search problem of ``expert``, with the default profile."""
    return SearchProblem(observation, OWN["balanced"], rng)


def _bots(profile: Profile) -> dict[str, Bot]:
    """Return the bots of all levels of one profile."""
    searching = make_search_bot(OWN[profile.name])
    return {
        "novice": novice,
        "easy": make_rules_bot(RulesOfThumb(replace(profile, noise=CARELESS), 0.0)),
        "medium": make_rules_bot(OWN[profile.name]),
        "hard": searching,
        "expert": searching,
        "master": make_search_bot(OWN[profile.name], rounds=2),
    }


BOTS: Final = Bots(
    {name: _bots(profile) for name, profile in PROFILES.items()},
    words=WORDS,
    seconds={"hard": 0.05, "expert": 0.05, "master": 1.5},
    iterations={"hard": 3, "expert": 30, "master": 800},
    renamed={"random": "novice", "greedy": "easy", "heuristic": "medium", "quick": "expert"},
    listens=("hard", "expert", "master"),
    problem=problem,
    replacement="expert",
)
