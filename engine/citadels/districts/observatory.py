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
    emblem = (
        "M11.3.8l3.9 3.5-1.1 1.2-3.9-3.5zM9.6 3l2.9 2.8-5.1 4.4-2-2.1z"
        "M4.8 8.6l1.4 1.5-3 2.5-1.2-1.3zM8.6 10.4L11 15.5H9.4l-1.5-3.3-1.5 3.3H4.8l2.4-5.1z"
    )

    def adjust_drawn(self, match: Match, drawn: int, seat: int) -> int:
        return drawn + 1
