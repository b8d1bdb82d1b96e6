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
    building = (
        "dark M11 0v-14h3V0zM58 0v-16h3V0zM66 0v-8h2V0z; "
        "roofs M12.5-44a11 16 0 1 0 .1 0zM59.5-50a11 18 0 1 0 .1 0zM67-20a6 8 0 1 0 .1 0z; "
        "walls M24 0v-4h24v4zM33-4h6v-10h-6zM27-14h18l-3 4H30z; "
        "windows M36-30q-9 2-8 14h2q0-10 6-12 6 2 6 12h2q1-12-8-14z; "
        "roofs M0 0q5-7 11 0zM46 0q5-6 10 0z"
    )

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.hand[turn.seat]:
            match.cards_gain(turn.seat, 2, "park")
