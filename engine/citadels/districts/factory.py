"""The Factory."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import UNIQUE
from engine.citadels.state import Match


class Factory(District):
    """Its owner pays 1 less for every other unique district. The cost itself stays (R-46)."""

    name = "factory"
    cost = 5

    def adjust_price(self, match: Match, price: int, seat: int, district: int) -> int:
        unique = match.cast.type_of[district] == UNIQUE
        return price - 1 if unique and district != self.number else price
