"""The Basilica."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class Basilica(District):
    """Scores 1 point for each district of the city with an odd cost, coins included."""

    name = "basilica"
    cost = 4

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return sum([match.card_set.cost[district] % 2 for district in city.districts])
