"""The Park."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class Park(District):
    """Its owner draws 2 cards if they have no card in hand at the end of their turn."""

    name = "park"
    number = 36
    title = "Park"
    text = "If your turn ends with no card in hand, take 2 cards."
    cost = 6
    worth_a_round = 1.0
    emblem = (
        "M8 1a3.8 3.8 0 0 1 3.7 3 3.6 3.6 0 0 1-.7 7.1H9V14h2.5v1.5h-7V14H7v-2.9H5"
        "A3.6 3.6 0 0 1 4.3 4 3.8 3.8 0 0 1 8 1z"
    )

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.hand[turn.seat]:
            match.cards_gain(turn.seat, 2, "park")
