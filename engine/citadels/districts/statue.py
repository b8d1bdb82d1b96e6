"""The Statue."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class Statue(District):
    """Scores 5 points for the holder of the crown after the last end-of-round steps (R-64)."""

    name = "statue"
    cost = 3

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if match.crown == seat else 0
