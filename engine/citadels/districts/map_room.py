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
    building = (
        "wall 6 54 24; hip 3 60 24 8; wall 22 22 9 24; roofs M33-62a13 13 0 1 0 .1 0z; "
        "windows M24-52q9 5 18 0v2q-9 5-18 0zM32-61h2v24h-2z; "
        "dark M31-36h4v5h-4zM19-30q14 12 28 0v3q-14 10-28 0z; door 27 12 15; rows 8 16 8 3 1; "
        "rows 42 16 8 3 1"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return len(match.hand[seat])
