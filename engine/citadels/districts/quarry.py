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
    building = (
        "wall 0 22 12; wall 22 22 12; wall 44 22 12; wall 8 20 12 12; wall 28 18 12 12; "
        "wall 16 20 12 24; "
        "dark M0-12h66v1H0zM8-24h38v1H8zM21.5-12v12h1v-12zM43.5-12v12h1v-12z"
        "M27.5-24v12h1v-12z; "
        "dark M46-12l9-46h2l9 46h-3l-7-38-7 38zM40-60h19v3H40zM42-57h1v16h-1z; "
        "roofs M37-47h11v9H37z"
    )

    def adjust_barred(self, match: Match, barred: bytes, seat: int, turn: Turn) -> bytes:
        return b""
