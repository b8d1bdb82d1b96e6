"""The Library."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Library(District):
    """Its owner keeps all cards drawn when gathering cards."""

    name = "library"
    number = 30
    title = "Library"
    text = "When you gather cards, keep all that you draw."
    cost = 6
    worth_a_round = 0.6
    building = (
        "wall 0 72 4; wall 3 66 28; dark M0-32h72v4H0z; "
        "roofs M36-36q-14-9-26-2v-14q14-5 26 4 12-9 26-4v14q-12-7-26 2z; lancet 8 6 5 16; "
        "lancet 19 6 5 16; door 29 14 21; lancet 47 6 5 16; lancet 58 6 5 16"
    )

    def adjust_kept(self, match: Match, kept: int, seat: int, drawn: int) -> int:
        return drawn
