"""Bots: functions of what a seat knows, and nothing else."""

from __future__ import annotations

from random import Random

from engine.castle.bots.greedy import greedy
from engine.castle.bots.novice import novice
from engine.castle.bots.searching import thinking
from engine.castle.state import Match
from engine.kernel.bots import Bot, Budget, Observation
from engine.kernel.frames import Choice

USUAL = "balanced"
"""The only profile."""


def greedy_bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """A bot with simple rules, without search."""
    match = observation.state
    assert isinstance(match, Match)
    return greedy(match, observation.seat, observation.topic, observation.options, rng)


THINKING_SECONDS = {"quick": 0.05}
"""Thinking time of the levels that search, in seconds."""

BOTS: dict[str, Bot] = {"random": novice, "greedy": greedy_bot, "quick": thinking}
LEVELS = tuple(BOTS)


def bot_of(level: str, profile: str | None) -> Bot:
    """Return the bot of a level. Raises ``KeyError`` for an unknown level or profile."""
    if profile not in (None, USUAL):
        raise KeyError(profile)
    return BOTS[level]
