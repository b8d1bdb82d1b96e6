"""The Gold Mine."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class GoldMine(District):
    """Its owner gains 1 more gold when gathering gold."""

    name = "gold_mine"
    number = 23
    title = "Gold Mine"
    text = "When you gather gold, take 1 more."
    cost = 6
    worth_a_round = 1.0
    emblem = (
        "M3.5 2C8.5.2 15.8 7.5 14 12.5 12.7 8.4 7.6 3.3 3.5 2zM8.4 5.7l1.9 1.9-7.6 7.6-1.9-1.9z"
        "M10.6 15.2L12 13h2.2l1.3 2.2zM2 6.5l1.5 1.8L2 10 .6 8.3z"
    )

    def adjust_gold(self, match: Match, gold: int, seat: int) -> int:
        return gold + 1
