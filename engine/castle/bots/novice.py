"""The bot that picks any option."""

from __future__ import annotations

from random import Random

from tablekernel.bots import Budget, Observation
from tablekernel.frames import Choice


def novice(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """Return a random legal choice."""
    return rng.choice(observation.options)
