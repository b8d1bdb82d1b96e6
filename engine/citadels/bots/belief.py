"""How much each seat wants each character, by what everybody can see of it."""

from __future__ import annotations

from math import exp

from engine.citadels.flow.income import income_count
from engine.citadels.state import Match

USUAL = {
    "assassin": 0.6,
    "witch": 0.4,
    "magistrate": 0.9,
    "thief": 0.9,
    "spy": 1.2,
    "blackmailer": 1.0,
    "wizard": 1.4,
    "seer": 1.2,
    "king": 0.7,
    "emperor": 0.9,
    "patrician": 0.6,
    "abbot": 0.6,
    "cardinal": 0.5,
    "merchant": 1.0,
    "alchemist": 1.6,
    "trader": 0.6,
    "architect": 2.0,
    "scholar": 1.6,
    "marshal": 2.2,
    "artist": 0.4,
}
"""What a character usually brings besides its income, in gold; 0.3 for the others."""

SHARPNESS = 1.0
"""How much likelier a character is kept for each gold it is worth more."""


def wants_of(blind: Match, seat: int) -> list[list[float]]:
    """``wants[other][rank]``: how likely a seat is to keep a character that is offered to it, in
    proportion.
    """
    cast = blind.cast
    most = max(len(hand) for hand in blind.hand)
    wants = []
    for other in range(cast.seats):
        row = [0.0] * 10
        for rank in cast.ranks:
            name = cast.character(rank).name
            worth = USUAL.get(name, 0.3)
            if cast.roles[rank].gem >= 0:
                worth += income_count(blind, other, cast.roles[rank].gem)
            if name == "magician":
                worth += 0.8 * (most - len(blind.hand[other]))
            elif name == "bishop" and len(blind.city[other]) >= cast.goal - 2:
                worth += 1.0
            row[rank] = exp(SHARPNESS * worth)
        wants.append(row)
    return wants
