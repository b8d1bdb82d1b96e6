"""Random matches of the game, checked at every step (``tablekernel.checks``).

>>> CheckedMatch(number=17).run()
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.castle.invariants import faults
from engine.castle.names import SEATS
from engine.castle.rules import RULES
from engine.castle.state import Match
from engine.castle.tiles import TILES
from tablekernel import checks as kernel
from tablekernel.frames import Choice, Decision

LONGEST = 400
"""A limit of decisions that no random match reaches."""

LARGEST = 1_200
"""A limit of bytes for a stored state."""


def lively(decision: Decision, rng: Random) -> Choice:
    """Return any option, but use wall tiles, and place followers where they may return: otherwise
    none would be left soon, and little would score.
    """
    better = [choice for choice in decision.options if choice.verb not in ("merchant", "pass")]
    return rng.choice(better if better and rng.random() < 0.9 else decision.options)


class CheckedMatch(kernel.CheckedMatch):
    """One random match."""

    rules = RULES
    longest = LONGEST
    largest = LARGEST
    match: Match

    def __init__(self, number: int, share: float = 0.05) -> None:
        super().__init__(SEATS, number, {}, share)

    def __str__(self) -> str:
        return f"CheckedMatch(number={self.number})"

    def choice(self, decision: Decision, rng: Random) -> Choice:
        return lively(decision, rng)

    def faults(self, match: Match) -> list[str]:
        return faults(match)

    def final_faults(self, match: Match, result: dict[str, Any]) -> list[str]:
        if len(match.order) + len(match.removed) != TILES:
            return ["it is over, and there are tiles left"]
        return []
