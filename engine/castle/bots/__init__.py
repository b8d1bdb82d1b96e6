"""Bots: functions of what a seat knows, and of nothing else."""

from __future__ import annotations

from random import Random

from engine.kernel.bots import Bot, Budget, Sight
from engine.kernel.frames import Choice

USUAL = "balanced"
"""The one temperament there is."""


def chance(sight: Sight, budget: Budget, rng: Random) -> Choice:
    """Any option, each as likely as the others."""
    return sight.options[int(rng.random() * len(sight.options))]


BOTS: dict[str, Bot] = {"random": chance}
LEVELS = tuple(BOTS)
THINKING_SECONDS: dict[str, float] = {}
WORDS = {"random": "Plays by chance."}


def bot_of(level: str, profile: str | None) -> Bot:
    """The bot of a level. Raises ``KeyError``: there is no such level or profile."""
    if profile not in (None, USUAL):
        raise KeyError(profile)
    return BOTS[level]
