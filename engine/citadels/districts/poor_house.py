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
    building = (
        "walls M0 0l1-20h20l2 20z; roofs M-2-18l12-12 14 8-1 4z; walls M23 0v-15l20-2 2 17z; "
        "roofs M21-14l3-9 22-2 1 9z; wall 45 15 22; roofs M43-22l8-9 9 5v4z; "
        "dark M28-24v-10l4-1v11zM6 0v-11h7V0zM49 0v-12h6V0z; "
        "windows M15-13h4v5h-4zM28-11h5v5h-5zM37-11h4v5h-4zM50-19h4v4h-4z"
    )

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        if not match.gold[turn.seat]:
            match.gold_gain(turn.seat, 1, "poor_house")
