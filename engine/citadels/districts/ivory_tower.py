"""The Ivory Tower."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import UNIQUE
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class IvoryTower(District):
    """Scores 5 points if it is the only unique district of the city."""

    name = "ivory_tower"
    number = 27
    title = "Ivory Tower"
    text = "At the end, 5 points if it is your only unique district."
    cost = 5
    emblem = (
        "M7.3.2h4.2l-1.2 1 1.2 1H8.8v.7l4 4.3H3.2l4.1-4.3zM4.6 8.2h6.8l.6 7.5H4z"
        "M7 10.3v2.5h2v-2.5a1 1 0 0 0-2 0z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if city.types.count(UNIQUE) == 1 else 0
