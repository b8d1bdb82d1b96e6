"""The bots. Each decides from what its seat knows and from nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.heuristic import HEURISTICS
from engine.citadels.bots.novice import novice
from engine.citadels.bots.profiles import PROFILES
from engine.citadels.bots.searching import USUAL, Policy, SearchProblem, thinking_by
from engine.citadels.bots.words import WORDS
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Bots, Budget, Observation
from engine.kernel.frames import Choice


def deciding_by(policy: Policy) -> Bot:
    """Return a bot that follows the rules of thumb without search."""

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        match = observation.state
        assert isinstance(match, Match)
        return policy(
            Features.of(match, observation.seat), observation.topic, observation.options, rng
        )

    return bot


def _bots(profile: str) -> dict[str, Bot]:
    """Return the bots of all levels of one profile. The two lowest levels ignore the profile."""
    rules = HEURISTICS[profile]
    return {
        "novice": novice,
        "easy": deciding_by(greedy),
        "medium": deciding_by(rules),
        "hard": thinking_by(rules),
        "expert": thinking_by(rules),
    }


def problem(observation: Observation, rng: Random) -> SearchProblem:
    """Return the search problem of the strongest level, with the default profile."""
    return SearchProblem(observation, USUAL, rng)


BOTS: Final = Bots(
    {profile: _bots(profile) for profile in PROFILES},
    words=WORDS,
    seconds={"hard": 0.05, "expert": 0.05},
    iterations={"hard": 12},
    renamed={"random": "novice", "greedy": "easy", "heuristic": "medium", "quick": "expert"},
    listens=("hard", "expert"),
    problem=problem,
)
