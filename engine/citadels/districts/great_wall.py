"""The Great Wall."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class GreatWall(District):
    """Rank 8 pays the bank 1 more to use its ability on any district of the city, including the
    Great Wall (R-43, R-44).
    """

    name = "great_wall"
    cost = 6

    def adjust_surcharge(self, match: Match, gold: int, victim: int) -> int:
        return gold + 1
