"""What cards are worth to each seat, roughly in gold."""

from __future__ import annotations

from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.reading import has, income_of, others, playable
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.districts import DISTRICTS
from engine.citadels.pools import PUBLISHED

EXTRA_POINTS = {
    **{card.number: card.worth for name, card in DISTRICTS.items() if name not in PUBLISHED},
    DISTRICTS["dragon_gate"].number: 1.0,
    DISTRICTS["monument"].number: 1.5,
    DISTRICTS["statue"].number: 0.5,
    DISTRICTS["wishing_well"].number: 1.0,
}
"""What a district is worth beyond its cost; nothing for the other published ones."""

PROGRESS: Final = 3.0
"""Every district is a step to a completed city."""


def character_worth(features: Features, rank: int) -> float:
    """Income, plus what the ability usually brings; an empty hand wants the Magician."""
    card_set, seat = features.card_set, features.seat
    character = card_set.character(rank)
    name = character.name
    worth = character.worth + income_of(features, seat, rank)
    if name == "magician":
        worth += 0.8 * (max(features.sizes) - len(features.hand))
    elif name == "bishop" and len(features.city[seat]) >= card_set.goal - 2:
        worth += 1.0
    elif name == "tax_collector":
        worth += 0.8 * features.taxes
    elif name == "navigator":  # builds nothing: for who can build nothing anyway
        reach = features.gold[seat] + 2
        worth += -2.0 if any(card_set.cost[card] <= reach for card in playable(features)) else 1.2
    return worth


def card_worth(features: Features, card: int) -> float:
    """A card of the hand: its cost, less when the city has it already; nothing when nobody can
    build it.
    """
    cost = features.card_set.cost[card]
    if cost == UNPAYABLE:
        return 0.0
    if has(features, features.seat, card):
        return cost - 4.0
    return cost + EXTRA_POINTS.get(card, 0.0)


def hurts(features: Features, seat: int) -> float:
    """How good it is to hit a city: the largest one needs it, the own one does not."""
    if seat == features.seat:
        return -20.0
    largest = max(len(features.city[other]) for other in others(features))
    return 1.5 if len(features.city[seat]) == largest else 0.5


def nearly_done(features: Features, seat: int) -> bool:
    """True if the next district may complete a city."""
    return len(features.city[seat]) >= features.card_set.goal - 1
