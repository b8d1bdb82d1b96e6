"""The Great Wall."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class GreatWall(District):
    """Rank 8 pays the bank 1 more to use its ability on any district of the city, including the
    Great Wall (R-43, R-44).
    """

    name = "great_wall"
    number = 24
    title = "Great Wall"
    text = "Rank 8 pays 1 more gold to affect a district of your city."
    cost = 6
    worth = 0.4
    building = (
        "wall 0 72 22; teeth 0 72 22; wall 8 16 38; teeth 6 20 38; wall 50 14 34; "
        "teeth 48 18 34; door 11 10 14; rows 10 12 26 2 1; rows 53 8 22 1 1; "
        "dark M28-11h18v-1.5H28zM30-5h14v-1.5H30z"
    )

    def adjust_surcharge(self, match: Match, gold: int, victim: int) -> int:
        return gold + 1
