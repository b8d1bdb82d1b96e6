"""Plain questions to the features, which several rules of thumb ask."""

from __future__ import annotations

from engine.citadels.bots.features import Features
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.names import BEAUTIFIED, NUMBER_OF


def has(features: Features, seat: int, district: int) -> bool:
    """Whether a district stands in a city, with a coin or without."""
    city = features.city[seat]
    return district in city or district + BEAUTIFIED in city


def income_of(features: Features, seat: int, rank: int) -> int:
    """How many districts of a city pay the character of a rank."""
    idle = features.card_set.roles[rank].idle
    return 0 if idle is None else len(features.city[seat].translate(None, idle))


def playable(features: Features) -> list[int]:
    """The cards of the own hand that can be built and that the city has not got yet."""
    city, cost = features.city[features.seat], features.card_set.cost
    return [
        card
        for card in features.hand
        if cost[card] < UNPAYABLE and card not in city and card + BEAUTIFIED not in city
    ]


def points_of(features: Features, seat: int) -> int:
    """What the districts of a city cost."""
    cost = features.card_set.cost
    return sum([cost[district] for district in features.city[seat]])


def price_of(features: Features, district: int) -> int:
    """What this seat pays for a district."""
    card_set = features.card_set
    return card_set.prices_with(features.owned[features.seat] & card_set.adjust_price.mask).prices[
        district
    ]


def surcharge_of(features: Features, victim: int) -> int:
    """What rank 8 pays besides for touching a city."""
    return (features.owned[victim] & features.card_set.adjust_surcharge.mask).bit_count()


def others(features: Features) -> list[int]:
    """The other seats."""
    return [seat for seat in range(features.card_set.seats) if seat != features.seat]


def name_of(features: Features, rank: int) -> str:
    """The character of a rank."""
    return features.card_set.character(rank).name


THIEVES_DEN = NUMBER_OF["thieves_den"]
"""The one district whose own price may be paid in cards."""
