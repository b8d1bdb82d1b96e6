"""The Poor House."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class PoorHouse(District):
    """Its owner gains 1 gold if they have no gold at the end of their turn."""

    name = "poor_house"
    number = 37
    title = "Poor House"
    text = "If your turn ends with no gold, take 1 gold."
    cost = 4
    worth_a_round = 1.0
    emblem = (
        "M8 1.2L15.4 8h-2.2v7H2.8V8H.6zM8 12.9l2.9-2.9A1.8 1.8 0 0 0 8 7.9a1.8 1.8 0 0 0-2.9 2.1z"
    )

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.gold[turn.seat]:
            match.gold_gain(turn.seat, 1, "poor_house")
