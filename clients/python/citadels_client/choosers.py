"""Functions that answer a decision without a person."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .documents import Decision, Game

Chooser: TypeAlias = Callable[[Game, Decision], str]


def by_chance(rng: Random) -> Chooser:
    """Return a chooser that picks any legal choice with equal probability."""

    def choose(game: Game, decision: Decision) -> str:
        return str(rng.choice(decision.get("options", []))["choice"])

    return choose
