"""The greedy bot weighs every option and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy import cities, hands, naming, turn
from engine.kernel.frames import Choice

LITTLE: Final = 0.5

WORTH: dict[str, Callable[[Features, Any], float]] = {
    **turn.WORTH,
    **naming.WORTH,
    **hands.WORTH,
    **cities.WORTH,
}
"""The weight function of each verb of the published cards."""


def _without_rule(features: Features, option: Choice) -> float:
    """Return the worth of an option without a weight: more than ending the turn."""
    return LITTLE


def greedy(features: Features, topic: str, options: Sequence[Choice], rng: Random) -> Choice:
    """Return the option of the highest worth. Ties are broken at random."""
    best, most = options[0], -1000.0
    for option in options:
        worth = WORTH.get(option.verb, _without_rule)(features, option) + rng.random() * 0.2
        if worth > most:
            best, most = option, worth
    return best
