"""The option of most worth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.frames import Choice


def most_worth(options: Sequence[Choice], worths: list[float]) -> tuple[float, Choice]:
    """The highest of ``worths``, and the option that has it: the first one of equals."""
    best = max(worths)
    return best, options[worths.index(best)]
