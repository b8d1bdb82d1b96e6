"""The Smithy."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.frames import Turn
from engine.citadels.state import Match
from engine.kernel.frames import Choice

PRICE: Final = 2
CARDS: Final = 3


class Forge(Act):
    """Pay 2 gold to gain 3 cards."""

    __slots__ = ()

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
    cost = 5

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit and match.gold[turn.seat] >= PRICE and match.deck:
            out.append(FORGE)


SMITHY: Final = Smithy()
