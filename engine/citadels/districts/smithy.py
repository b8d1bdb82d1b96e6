"""The Smithy."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.members import NOTHING
from engine.citadels.state import Match
from tablekernel.frames import Choice

PRICE: Final = 2
CARDS: Final = 3


class Forge(Act):
    """Pay 2 gold to gain 3 cards."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.worked |= SMITHY.bit
        match.gold[turn.seat] -= PRICE
        if match.events is not None:
            match.tell("gold_paid", {"seat": turn.seat, "gold": PRICE, "reason": "smithy"})
        match.cards_gain(turn.seat, CARDS, "smithy")


FORGE: Final = Forge("smithy")


class Smithy(District):
    """Once a turn, before or after gathering, pay 2 gold to draw 3 cards."""

    name = "smithy"
    number = 41
    title = "Smithy"
    text = "Once a turn: pay 2 gold to draw 3 cards."
    cost = 5
    worth_a_round = 1.0
    emblem = (
        "M4.5 3.5h11v1.8c-1.6.3-3.6 1.2-4 3.2-.2 1.4.6 2.3 2 2.7V14h-9v-2.8c1.5-.5 2.2-1.5 1.9-2.9"
        "C3.5 8 1 6.8.5 4.6h4z"
    )
    acts = {"smithy": NOTHING}
    labels = {"smithy": "Pay 2 gold and draw 3 cards"}
    events = {"gold_paid": "{seat} pays {gold} to use {reason.the}."}
    quiet = ("gold_paid",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit and match.gold[turn.seat] >= PRICE and match.deck:
            out.append(FORGE)


SMITHY: Final = Smithy()
