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
    building = (
        "wall 0 72 20; hip 18 36 20 10; walls M4 0l1-42h12l1 42z; roofs M2-41l7-21 2 1 9 20z; "
        "walls M52 0l1-34h15l1 34z; roofs M50-33l12-23 10 23z; "
        "windows M36-60l2.3 5.2 5.7.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6-4.2-3.8 5.7-.6z; "
        "door 30 12 15; lancet 8 6 24 5; lancet 57 6 18 5; lancet 21 5 6 4; lancet 46 4 6 4; "
        "wall 28 16 12 20; roof 27 18 32 9"
    )

    def adjust_income(self, match: Match, count: int, seat: int) -> int:
        return count + 1
