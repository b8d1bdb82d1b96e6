"""How much each seat wants each character, from public facts."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.profiles import PROFILES
from engine.citadels.state import Match

SHARPNESS: Final = 2.0
"""How much one point of worth raises the log odds that a character is kept."""

USUAL = PROFILES["balanced"]
"""The profile that other players are assumed to have."""


def wants_of(observed: Match, seat: int) -> list[list[float]]:
    """Return ``wants[other][rank]``: the relative likelihood that a seat keeps a character offered
    to it.
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
