"""Shares with their uncertainty: never a bare percentage."""

from __future__ import annotations

from math import sqrt
from typing import Any

LEAST = 10
"""Below this number no share is shown."""
Z = 1.959964
"""Standard deviations of a 95 % interval."""


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for the share ``hits / total``."""
    share, square = hits / total, Z * Z
    middle = share + square / (2 * total)
    half = Z * sqrt(share * (1 - share) / total + square / (4 * total * total))
    whole = 1 + square / total
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def figure(hits: int, total: int, expected: float | None = None) -> dict[str, Any]:
    """Return a share for the API. ``expected`` is the number of hits that chance would give."""
    low, high = wilson(hits, total) if total >= LEAST else (None, None)
    return {
        "count": hits,
        "of": total,
        "share": rounded(hits / total) if total >= LEAST else None,
        "low": rounded(low),
        "high": rounded(high),
        "expected": rounded(expected / total) if expected is not None and total else None,
    }


def rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
