"""Functions that answer a decision without a person."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .documents import Decision, Game

Chooser: TypeAlias = Callable[[Game, Decision], str]


def by_chance(rng: Random) -> Chooser:
    """Any legal choice, each as likely as the others."""

    def choose(game: Game, decision: Decision) -> str:
        return str(rng.choice(decision.get("options", []))["choice"])

    return choose
