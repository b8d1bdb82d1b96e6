"""The Poor House."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class PoorHouse(District):
    """Its owner gains 1 gold if they have no gold at the end of their turn."""

    name = "poor_house"
    cost = 4

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.gold[turn.seat]:
            match.gold_gain(turn.seat, 1, "poor_house")
