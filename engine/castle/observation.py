"""What a seat knows, as a match with fillers for all it may not know.

Both seats know the same. Observing two matches that differ only in hidden parts gives equal
results.
"""

from __future__ import annotations

from typing import Final

from engine.castle.state import TAKEN, UNKNOWN, Match

NO_SEED: Final = bytes(32)
FACE_DOWN: Final = bytes([UNKNOWN if kind else TAKEN for kind in range(256)])
"""Turns the wall tiles on the corner towers face down, as a table for ``bytes.translate``."""


def observe(match: Match) -> Match:
    """Return the match as both players know it: without the next tiles and the face-down wall
    tiles.
    """
    observed = match.copy()
    observed.seed, observed.draws = NO_SEED, 0
    observed.bag = bytes((UNKNOWN,)) * len(match.bag)
    observed.towers = match.towers.translate(FACE_DOWN)
    observed.unused = bytes((UNKNOWN,)) * len(match.unused)
    return observed
