"""The Statue."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class Statue(District):
    """Scores 5 points for the holder of the crown after the last end-of-round steps (R-64)."""

    name = "statue"
    number = 43
    title = "Statue"
    text = "At the end, 5 points if you hold the crown."
    cost = 3
    building = (
        "wall 10 34 4; wall 15 24 12 4; dark M19-13h16v-3H19z; "
        "roofs M27-50a4 4 0 1 0 .1 0zM22-42h10l2 12-3 1 1 13H22l1-13-3-1z"
        "M32-42l10-12 2 2-10 13z; dark M43-60h2v14h-2z; roofs M0 0q4-8 9 0zM45 0q4-8 9 0z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if match.crown == seat else 0
