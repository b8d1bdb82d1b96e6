"""The Park."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class Park(District):
    """Its owner draws 2 cards if they have no card in hand at the end of their turn."""

    name = "park"
    cost = 6

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.hand[turn.seat]:
            match.cards_gain(turn.seat, 2, "park")
