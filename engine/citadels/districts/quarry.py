"""The Quarry."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class Quarry(District):
    """Its owner may build districts identical to those in the city."""

    name = "quarry"
    cost = 5

    def adjust_barred(self, match: Match, barred: bytes, seat: int, turn: Turn) -> bytes:
        return b""
