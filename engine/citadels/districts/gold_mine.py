"""The Gold Mine."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class GoldMine(District):
    """Its owner gains 1 more gold when gathering gold."""

    name = "gold_mine"
    cost = 6

    def adjust_gold(self, match: Match, gold: int, seat: int) -> int:
        return gold + 1
