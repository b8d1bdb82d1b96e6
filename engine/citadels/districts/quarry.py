"""The Quarry."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class Quarry(District):
    """Its owner may build districts identical to those in the city."""

    name = "quarry"
    number = 38
    title = "Quarry"
    text = "You may build districts that your city already has."
    cost = 5
    worth = 0.5  # the second copies in hand
    emblem = (
        "M4.5 2h6l1 1.2v4.3h-3L7.7 6l-.6 1.5H4.5zM.8 8.5h5.7l1 1.2V14H4.6L4 12.2 3.4 14H.8z"
        "M8.5 8.5h5.7l1 1.2V14H8.5z"
    )

    def adjust_barred(self, match: Match, barred: bytes, seat: int, turn: Turn) -> bytes:
        return b""
