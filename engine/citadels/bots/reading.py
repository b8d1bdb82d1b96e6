"""Simple questions about features that several rules of thumb share."""

from __future__ import annotations

from engine.citadels.bots.features import Features
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.names import BEAUTIFIED


def has(features: Features, seat: int, district: int) -> bool:
    """True if a district stands in a city, with or without a coin."""
    city = features.city[seat]
    return district in city or district + BEAUTIFIED in city


def income_of(features: Features, seat: int, rank: int) -> int:
    """Return how many districts of a city pay the character of a rank."""
    idle = features.card_set.roles[rank].idle
    return 0 if idle is None else len(features.city[seat].translate(None, idle))


def playable(features: Features) -> list[int]:
    """Return the cards of the own hand that can be built and that the city does not have."""
    city, cost = features.city[features.seat], features.card_set.cost
    return [
        card
        for card in features.hand
        if cost[card] < UNPAYABLE and card not in city and card + BEAUTIFIED not in city
    ]


def prices_of(features: Features) -> bytes:
    """Return the price list of this seat's city."""
    card_set = features.card_set
    adjusted = features.owned[features.seat] & card_set.adjust_price.mask
    return (card_set.prices_with(adjusted) if adjusted else card_set.price_list).prices


def surcharge_of(features: Features, victim: int) -> int:
    """Return what rank 8 pays in addition to affect a city."""
    return (features.owned[victim] & features.card_set.adjust_surcharge.mask).bit_count()


def count_missing(features: Features, seat: int) -> int:
    """Return how many districts a city lacks to be completed."""
    lack = features.card_set.goal - len(features.city[seat])
    for bit, extra in features.card_set.larger:
        if features.owned[seat] & bit:
            lack -= extra
    return lack
