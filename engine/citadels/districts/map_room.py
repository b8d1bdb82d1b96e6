"""The Map Room."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class MapRoom(District):
    """Scores 1 point for each card in hand."""

    name = "map_room"
    number = 31
    title = "Map Room"
    text = "At the end, 1 point for each card in your hand."
    cost = 5
    emblem = (
        "M1 3.5l4-2v11l-4 2zM6 1.5l4 2v11l-4-2zM11 3.5l4-2v11l-4 2zM2.3 9.8v1.5h1.4V9.8z"
        "M7.3 7.5V9h1.4V7.5zM13 4.8l-1.2 1.7L13 8.2l1.2-1.7z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return len(match.hand[seat])
