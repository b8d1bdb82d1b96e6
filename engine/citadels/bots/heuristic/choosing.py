"""The option of most worth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.frames import Choice


def most_worth(options: Sequence[Choice], worths: list[float]) -> tuple[float, Choice]:
    """Return the highest of ``worths`` and its option. The first one wins a tie."""
    best = max(worths)
    return best, options[worths.index(best)]
