"""The Dragon Gate."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class DragonGate(District):
    """Scores 2 extra points."""

    name = "dragon_gate"
    number = 20
    title = "Dragon Gate"
    text = "Worth 2 extra points at the end."
    cost = 6
    worth = 2.0
    building = (
        "wall 6 12 40; wall 54 12 40; wall 18 36 10 30; door 24 24 30; "
        "roofs M-2-40q8-1 10-8h56q2 7 10 8v4H-2zM10-52q6-1 8-8h36q2 7 8 8v3H10z; "
        "dark M26-44h20v-4H26z; roofs M30-55v-4q2-6 9-5l5 3-6 2v4z; rows 8 8 14 1 2; "
        "rows 56 8 14 1 2"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 2
