"""The Capitol."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match

ENOUGH: Final = 3


class Capitol(District):
    """Scores 3 points, once, if at least three districts of the city have the same type."""

    name = "capitol"
    number = 19
    title = "Capitol"
    text = "At the end, 3 points if at least three of your districts share a type."
    cost = 5
    building = (
        "wall 0 66 4; wall 4 58 24; dark M2-24h62v-4H2z; wall 20 26 9 28; dome 20 26 37; "
        "flag 33 54; lancet 8 5 4 12; lancet 18 5 4 12; door 28 10 18; lancet 43 5 4 12; "
        "lancet 53 5 4 12; rows 22 22 29 4 1"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 3 if any(city.types.count(kind) >= ENOUGH for kind in set(city.types)) else 0
