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
    emblem = (
        "M.8 8.2L5.5 4.6 7.6.8l1 2.6L14 1.5l-2.3 3.2c2.6 2 3.7 5.8 3.3 10.3H6.8"
        "c.5-1.7 1.4-2.8 2.6-3.4L5.5 11l-3.7 1.2 1.6-2.4-2.2-.3zM8 5.6a1 1 0 1 0 .1 0z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 2
