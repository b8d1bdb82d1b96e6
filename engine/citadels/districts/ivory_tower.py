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
    building = (
        "wall 0 66 10; hip 0 66 10 6; walls M23 0l3-48h14l3 48z; wall 22 22 5 46; "
        "roof 22 22 51 15; dark M25.5-18l15-5v3l-15 5zM26-32l14-5v3l-14 5z; rows 29 8 38 1 1; "
        "rows 29 8 24 1 1; door 28 10 13; rows 4 16 2 3 1; rows 46 16 2 3 1"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if city.types.count(UNIQUE) == 1 else 0
