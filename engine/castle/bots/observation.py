"""What a seat knows, as a match: fillers in the place of all it may not know.

Both seats know the same. Two matches that differ only in what nobody may know are equal when they
are observed.
"""

from __future__ import annotations

from typing import Final

from engine.castle.state import TAKEN, UNKNOWN, Match

NO_SEED: Final = bytes(32)
FACE_DOWN: Final = bytes([UNKNOWN if kind else TAKEN for kind in range(256)])
"""Turns what lies on the corner towers face down, as ``bytes.translate`` takes it."""


def observe(match: Match) -> Match:
    """The match as both players know it: not what comes next, and not what lies face down."""
    observed = match.copy()
    observed.seed, observed.draws = NO_SEED, 0
    observed.bag = bytes((UNKNOWN,)) * len(match.bag)
    observed.towers = match.towers.translate(FACE_DOWN)
    observed.unused = bytes((UNKNOWN,)) * len(match.unused)
    return observed
