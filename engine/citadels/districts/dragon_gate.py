"""The Dragon Gate."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class DragonGate(District):
    """Scores 2 extra points."""

    name = "dragon_gate"
    cost = 6

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 2
