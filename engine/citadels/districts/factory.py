"""The Factory."""

from __future__ import annotations

from engine.citadels.card_set import CardSet
from engine.citadels.cards import District
from engine.citadels.names import UNIQUE


class Factory(District):
    """Its owner pays 1 less for every other unique district. The cost itself does not change
    (R-46).
    """

    name = "factory"
    cost = 5

    def adjust_price(self, price: int, district: int, card_set: CardSet) -> int:
        unique = card_set.type_of[district] == UNIQUE
        return price - 1 if unique and district != self.number else price
