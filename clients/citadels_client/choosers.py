"""Who answers a decision without a person: by chance, or as the guide to a game would have it."""

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
