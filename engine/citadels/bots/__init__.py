"""Bots: functions of what a seat knows, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.citadels import views
from engine.citadels.amounts import amounts
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.novice import novice
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Budget, Sight
from engine.kernel.frames import Choice

Reader = Callable[[dict[str, Any], list[dict[str, Any]], Random], str]
"""Rules of thumb that read a view and described options, and return the key of one."""


def reading(reader: Reader) -> Bot:
    """A bot that is shown its sight as JSON."""

    def bot(sight: Sight, budget: Budget, rng: Random) -> Choice:
        match = sight.state
        assert isinstance(match, Match)
        described = [
            {
                "choice": choice.key,
                "verb": choice.verb,
                **choice.details(),
                **amounts(match, sight.seat, choice),
            }
            for choice in sight.options
        ]
        key = reader(views.view(match, sight.seat), described, rng)
        return next(choice for choice in sight.options if choice.key == key)

    return bot


BOTS: dict[str, Bot] = {"random": novice, "greedy": reading(greedy)}

PROFILES = ("balanced", "builder", "thief", "rusher")


def bot_of(level: str, profile: str | None) -> Bot:
    """The bot of a level. Raises ``KeyError``: there is no such level or profile."""
    if profile is not None and profile not in PROFILES:
        raise KeyError(profile)
    return BOTS[level]
