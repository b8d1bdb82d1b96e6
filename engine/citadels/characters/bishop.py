"""The Bishop, rank 5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.citadels.cards import Character
from engine.citadels.names import RELIGIOUS
from engine.citadels.state import Match


class Bishop(Character):
    """Gain 1 gold for each religious district. Rank 8 cannot use its ability on the Bishop's
    city.
    """

    name = "bishop"
    rank = 5
    title = "Bishop"
    text = "1 gold for each of your religious districts. Rank 8 cannot affect your city this round."
    brief = "Safe; gold for religious"
    gem = RELIGIOUS
    portrait = "mitre mitre_cross"

    def adjust_protected(self, match: Match, safe: Sequence[int]) -> Sequence[int]:
        """The Bishop's player is protected for the whole round once the Bishop is revealed (R-75),
        so a killed Bishop protects nobody.
        """
        return [*safe, match.player(self.rank)] if match.shown >> self.rank & 1 else safe
