"""The School of Magic."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class SchoolOfMagic(District):
    """Counts as any type for abilities that gain resources for districts; in scoring it is unique
    (R-58).
    """

    name = "school_of_magic"
    cost = 6

    def adjust_income(self, match: Match, count: int, seat: int) -> int:
        return count + 1
