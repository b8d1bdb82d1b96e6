"""The Observatory."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Observatory(District):
    """Its owner draws 3 cards instead of 2 when gathering cards."""

    name = "observatory"
    number = 35
    title = "Observatory"
    text = "When you gather cards, you draw three."
    cost = 4
    worth_a_round = 0.3
    building = (
        "wall 6 48 20; dark M3-20h54v-3H3z; wall 14 32 6 23; roofs M12-29a18 18 0 0 1 36 0z; "
        "windows M31-46l6 2-8 15h-7z; dark M30-40l14-17 5 4-14 17z; door 24 12 14; "
        "rows 8 14 6 2 1; rows 38 14 6 2 1"
    )

    def adjust_drawn(self, match: Match, drawn: int, seat: int) -> int:
        return drawn + 1
