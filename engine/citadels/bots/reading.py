"""Simple questions about features that several rules of thumb share."""

from __future__ import annotations

from engine.citadels.bots.features import Features
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.districts import DISTRICTS
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
    """Return the different cards of the own hand that can be built and that the city does not
    have.
    """
    city, cost = features.city[features.seat], features.card_set.cost
    return [
        card
        for card in features.hand
        if cost[card] < UNPAYABLE and card not in city and card + BEAUTIFIED not in city
    ]


def points_of(features: Features, seat: int) -> int:
    """Return the total cost of a city's districts."""
    cost = features.card_set.cost
    return sum([cost[district] for district in features.city[seat]])


def price_of(features: Features, district: int) -> int:
    """Return what this seat pays for a district."""
    card_set = features.card_set
    return card_set.prices_with(features.owned[features.seat] & card_set.adjust_price.mask).prices[
        district
    ]


def surcharge_of(features: Features, victim: int) -> int:
    """Return what rank 8 pays in addition to affect a city."""
    return (features.owned[victim] & features.card_set.adjust_surcharge.mask).bit_count()


def others(features: Features) -> list[int]:
    """Return the other seats."""
    return [seat for seat in range(features.card_set.seats) if seat != features.seat]


def name_of(features: Features, rank: int) -> str:
    """Return the name of the character of a rank."""
    return features.card_set.character(rank).name


THIEVES_DEN = DISTRICTS["thieves_den"].number
"""The only district whose own price may be paid in cards."""
