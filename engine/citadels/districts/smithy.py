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
    building = (
        "wall 0 50 18; hip -2 54 18 14; wall 36 13 50; dark M34-50h17v-4H34z; door 8 20 15; "
        "windows M11 0q0-9 7-10 7 1 7 10z; "
        "roofs M50-14h16v3h-4q-1 3-3 3v4h5v4H51v-4h4v-4q-4 0-5-3z; rows 29 6 6 1 1"
    )
    acts = {"smithy": NOTHING}
    labels = {"smithy": "Pay 2 gold and draw 3 cards"}
    events = {"gold_paid": "{seat} pays {gold} to use {reason.the}."}
    quiet = ("gold_paid",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit and match.gold[turn.seat] >= PRICE and match.deck:
            out.append(FORGE)


SMITHY: Final = Smithy()
