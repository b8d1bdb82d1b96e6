"""The bots. Each decides from what its seat knows and from nothing else."""

from __future__ import annotations

from random import Random

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.heuristic import HEURISTICS
from engine.citadels.bots.novice import novice
from engine.citadels.bots.profiles import DEFAULT, PROFILES
from engine.citadels.bots.searching import Policy, thinking_by
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Budget, Observation
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


THINKING_SECONDS = {"quick": 0.05}
"""The maximum thinking time of the levels that search, in seconds."""


def _bots(profile: str) -> dict[str, Bot]:
    """Return the bots of all levels of one profile. The two lowest levels ignore the profile."""
    rules = HEURISTICS[profile]
    return {
        "random": novice,
        "greedy": deciding_by(greedy),
        "heuristic": deciding_by(rules),
        "quick": thinking_by(rules),
    }


BOTS = {profile: _bots(profile) for profile in PROFILES}
"""The bots by profile and level."""

LEVELS = tuple(BOTS[DEFAULT])


def bot_of(level: str, profile: str | None) -> Bot:
    """Return the bot of a level. Raises ``KeyError`` for an unknown level or profile."""
    return BOTS[DEFAULT if profile is None else profile][level]
