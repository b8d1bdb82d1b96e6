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
    emblem = (
        "M7.3.3h1.4v1.1h1.2v1.3H8.7V4.6L12 8v7H9.6v-2.5a1.6 1.6 0 0 0-3.2 0V15H4V8l3.3-3.4V2.7H6.1"
        "V1.4h1.2zM8 7.2a1 1 0 1 0 .1 0zM3 9.5V15H.6v-4zM13 9.5l2.4 1.5v4H13z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return sum([match.card_set.cost[district] % 2 for district in city.districts])
