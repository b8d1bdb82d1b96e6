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
    emblem = (
        "M1 15V8l4-2.6V8l4-2.6V8h1.6l.5-5h2.4l1 12zM3 10.2v2h2v-2zM6.5 10.2v2h2v-2zM10 10.2v2h2v-2z"
        "M9.6 1a1 1 0 1 0 .1 0zM12.2.2a1 1 0 1 0 .1 0z"
    )

    def adjust_price(self, price: int, district: int, card_set: CardSet) -> int:
        unique = card_set.type_of[district] == UNIQUE
        return price - 1 if unique and district != self.number else price
