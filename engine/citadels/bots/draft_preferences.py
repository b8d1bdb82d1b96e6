"""How much each seat wants each character, by what everybody can see of it."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.profiles import PROFILES
from engine.citadels.state import Match

SHARPNESS: Final = 2.0
"""How many times likelier, as a logarithm, a character is kept for each point it is worth more."""

USUAL = PROFILES["balanced"]
"""The temperament that others are thought to have."""


def wants_of(observed: Match, seat: int) -> list[list[float]]:
    """``wants[other][rank]``: how likely a seat is to keep a character that is offered to it, in
    proportion.
    """
    features = Features.of(observed, seat)
    ranks = observed.card_set.all_ranks
    return [
        [
            exp(SHARPNESS * appeal(features, other, rank, USUAL)) if ranks >> rank & 1 else 0.0
            for rank in range(10)
        ]
        for other in range(observed.card_set.seats)
    ]
