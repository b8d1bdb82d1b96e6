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
    number = 21
    title = "Factory"
    text = "Your other unique districts cost you 1 gold less to build."
    cost = 5
    worth = 0.5  # for the unique districts to come
    building = (
        "wall 0 66 18; roofs M0-18v-12l14 12v-12l14 12v-12l14 12z; wall 45 7 48; wall 56 7 54; "
        "dark M44-48h9v-4h-9zM55-54h9v-4h-9z; rows 3 36 6 5 1; door 46 13 13"
    )

    def adjust_price(self, price: int, district: int, card_set: CardSet) -> int:
        unique = card_set.type_of[district] == UNIQUE
        return price - 1 if unique and district != self.number else price
