"""The Gold Mine."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class GoldMine(District):
    """When its owner gathers gold, 1 more."""

    name = "gold_mine"
    cost = 6

    def adjust_gold(self, match: Match, gold: int, seat: int) -> int:
        return gold + 1
