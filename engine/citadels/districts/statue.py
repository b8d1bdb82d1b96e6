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
    emblem = (
        "M7.2.5a1.8 1.8 0 1 0 .1 0z"
        "M4.9 4.8h4.5l1.9 1.4V.8h1.3v11.5h-1.3V8L9.7 7l.5 5.3H4.2l.4-3.8-1.3 1.1-.8-1z"
        "M2.5 13.2h11v2.3h-11z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 5 if match.crown == seat else 0
