"""The Basilica."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class Basilica(District):
    """Scores 1 point for each district of the city with an odd cost, coins included."""

    name = "basilica"
    number = 18
    title = "Basilica"
    text = "At the end, 1 point for each of your districts with an odd cost."
    cost = 4
    building = (
        "wall 0 60 22; wall 14 32 30; dome 14 32 30; cross 30 50; wall 1 11 28; dome 1 11 28; "
        "wall 48 11 28; dome 48 11 28; arcade 18 24 16 3; lancet 4 5 8 7; lancet 51 5 8 7"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return sum([match.card_set.cost[district] % 2 for district in city.districts])
