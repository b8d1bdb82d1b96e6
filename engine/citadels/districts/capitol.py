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
    cost = 5

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 3 if any(city.types.count(kind) >= ENOUGH for kind in set(city.types)) else 0
