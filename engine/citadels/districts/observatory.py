"""The Observatory."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Observatory(District):
    """Its owner draws 3 cards instead of 2 when gathering cards."""

    name = "observatory"
    cost = 4

    def adjust_drawn(self, match: Match, drawn: int, seat: int) -> int:
        return drawn + 1
