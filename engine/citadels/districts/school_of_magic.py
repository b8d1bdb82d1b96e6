"""The School of Magic."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class SchoolOfMagic(District):
    """Counts as any type for abilities that gain resources for districts; in scoring it is unique
    (R-58).
    """

    name = "school_of_magic"
    number = 39
    title = "School of Magic"
    text = "For income it counts as a district of the type you choose."
    cost = 6
    worth_a_round = 0.8
    emblem = (
        "M3.5 1h10v10.8H4.6a1 1 0 0 0 0 2h8.9V15h-9a2.3 2.3 0 0 1-2.3-2.3V2.5C2.2 1.6 2.7 1 3.5 1z"
        "M8.3 2.6L7.2 5.1l-2.7.3 2 1.8-.6 2.7 2.4-1.4 2.4 1.4-.6-2.7 2-1.8-2.7-.3z"
    )

    def adjust_income(self, match: Match, count: int, seat: int) -> int:
        return count + 1
