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
    emblem = (
        "M.5 3h3v2.5H6V3h4v2.5h2.5V3h3v5.2H.5zM.5 9.2h6.8v2.1H.5zM8.3 9.2h7.2v2.1H8.3z"
        "M.5 12.3h3v2.2h-3zM4.5 12.3h7v2.2h-7zM12.5 12.3h3v2.2h-3z"
    )

    def adjust_surcharge(self, match: Match, gold: int, victim: int) -> int:
        return gold + 1
