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
    building = (
        "walls M0 0l10-26 12-10 9-16 13 10 9 14 12 8 7 20z; "
        "roofs M22-36l9-16 13 10-6 4-5-4-5 8z; dark M24 0v-20h24V0zM21-20h30v-4H21z; "
        "windows M29-3l2-7 4-3 5 1 4 6v3z; dark M52 0h14l2-8H50z"
    )

    def adjust_gold(self, match: Match, gold: int, seat: int) -> int:
        return gold + 1
