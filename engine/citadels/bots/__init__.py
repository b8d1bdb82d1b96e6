"""Bots: functions of what a seat knows, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.citadels.bots.facts import Facts
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.novice import novice
from engine.citadels.state import Match
from engine.kernel.bots import Bot, Budget, Sight
from engine.kernel.frames import Choice

Policy = Callable[[Facts, str, Sequence[Choice], Random], Choice]
"""Rules of thumb: from the facts, the topic and the options of a decision to one of these."""


def deciding_by(policy: Policy) -> Bot:
    """The bot that follows rules of thumb, without thinking further."""

    def bot(sight: Sight, budget: Budget, rng: Random) -> Choice:
        match = sight.state
        assert isinstance(match, Match)
        return policy(Facts.of(match, sight.seat), sight.topic, sight.options, rng)

    return bot


BOTS: dict[str, Bot] = {"random": novice, "greedy": deciding_by(greedy)}

PROFILES = ("balanced", "builder", "thief", "rusher")


def bot_of(level: str, profile: str | None) -> Bot:
    """The bot of a level. Raises ``KeyError``: there is no such level or profile."""
    if profile is not None and profile not in PROFILES:
        raise KeyError(profile)
    return BOTS[level]
