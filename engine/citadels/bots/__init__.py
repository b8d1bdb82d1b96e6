"""The bots. Each decides from what its seat knows and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import PROFILES, Profile
from engine.citadels.bots.rules.deciding import Rules
from engine.citadels.bots.searching import (
    PLAYERS,
    USUAL,
    Policy,
    SearchProblem,
    searching_with,
)
from engine.citadels.bots.vetoes import sensible
from engine.citadels.bots.words import WORDS
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Bots, Budget, Observation
from engine.kernel.frames import Choice

SURE: Final = 5.0
"""How surely ``medium`` keeps the character of the highest score."""

CARELESS: Final = 8.0
"""The share of chance when ``easy`` names a character: more than what speaks for one."""


def novice(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """Return a random sensible choice."""
    match = observation.state
    assert isinstance(match, Match)
    return rng.choice(sensible(match, observation.seat, observation.options, rng))


def deciding_by(policy: Policy) -> Bot:
    """Return a bot that follows the rules of thumb without search."""

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        match = observation.state
        assert isinstance(match, Match)
        features = Features(match, observation.seat)
        return policy(features, observation.topic, observation.options, rng)

    return bot


def problem(observation: Observation, rng: Random) -> SearchProblem:
    """Return the search problem of the strongest level, with the default profile."""
    return SearchProblem(observation, USUAL, rng)


def _bots(profile: Profile) -> dict[str, Bot]:
    """Return the bots of all levels of one profile."""
    searching = searching_with(PLAYERS[profile.name])
    return {
        "novice": novice,
        "easy": deciding_by(Rules(replace(profile, noise=CARELESS), 0.0)),
        "medium": deciding_by(Rules(profile, SURE)),
        "hard": searching,
        "expert": searching,
    }


BOTS: Final = Bots(
    {name: _bots(profile) for name, profile in PROFILES.items()},
    words=WORDS,
    seconds={"hard": 0.05, "expert": 0.05},
    iterations={"hard": 12},
    renamed={"random": "novice", "greedy": "easy", "heuristic": "medium", "quick": "expert"},
    listens=("hard", "expert"),
    problem=problem,
)
