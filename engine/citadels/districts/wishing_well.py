"""The Wishing Well."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import UNIQUE
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class WishingWell(District):
    """Scores 1 point for each unique district of the city, including itself."""

    name = "wishing_well"
    cost = 5

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return city.types.count(UNIQUE)
