"""How far a measured rate can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

Z = 1.959964
"""Of the normal distribution, for 95 %."""

RESAMPLES = 2000


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a rate, as if all matches were independent."""
    if not matches:
        return 0.0, 1.0
    rate, z2 = wins / matches, Z * Z
    middle = (rate + z2 / (2 * matches)) / (1 + z2 / matches)
    half = Z * sqrt(rate * (1 - rate) / matches + z2 / (4 * matches**2)) / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(blocks: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of ``blocks``, drawn again with replacement.

    Matches of a block share their seed, so only whole blocks are independent of each other.
    """
    if len(blocks) < 2:
        return 0.0, 1.0
    rng = Random(len(blocks))
    size = len(blocks)
    means = sorted(sum(rng.choices(blocks, k=size)) / size for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]
