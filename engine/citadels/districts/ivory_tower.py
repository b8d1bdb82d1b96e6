"""The Ivory Tower."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import UNIQUE
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class IvoryTower(District):
    """Scores 5 points if it is the only unique district of the city."""

    name = "ivory_tower"
    cost = 5

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if city.types.count(UNIQUE) == 1 else 0
