"""The Map Room."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class MapRoom(District):
    """Scores 1 point for each card in hand."""

    name = "map_room"
    cost = 5

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return len(match.hand[seat])
