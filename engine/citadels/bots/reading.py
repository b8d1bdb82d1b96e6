"""Plain questions to the facts, which several rules of thumb ask."""

from __future__ import annotations

from engine.citadels.bots.features import Facts
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.names import BEAUTIFIED, NUMBER_OF


def has(facts: Facts, seat: int, district: int) -> bool:
    """Whether a district stands in a city, with a coin or without."""
    city = facts.city[seat]
    return district in city or district + BEAUTIFIED in city


def income_of(facts: Facts, seat: int, rank: int) -> int:
    """How many districts of a city pay the character of a rank."""
    idle = facts.card_set.roles[rank].idle
    return 0 if idle is None else len(facts.city[seat].translate(None, idle))


def playable(facts: Facts) -> list[int]:
    """The cards of the own hand that can be built and that the city has not got yet."""
    city, cost = facts.city[facts.seat], facts.card_set.cost
    return [
        card
        for card in facts.hand
        if cost[card] < UNPAYABLE and card not in city and card + BEAUTIFIED not in city
    ]


def points_of(facts: Facts, seat: int) -> int:
    """What the districts of a city cost."""
    cost = facts.card_set.cost
    return sum([cost[district] for district in facts.city[seat]])


def price_of(facts: Facts, district: int) -> int:
    """What this seat pays for a district."""
    card_set = facts.card_set
    return card_set.prices_with(facts.owned[facts.seat] & card_set.adjust_price.mask).prices[
        district
    ]


def surcharge_of(facts: Facts, victim: int) -> int:
    """What rank 8 pays besides for touching a city."""
    return (facts.owned[victim] & facts.card_set.adjust_surcharge.mask).bit_count()


def others(facts: Facts) -> list[int]:
    """The other seats."""
    return [seat for seat in range(facts.card_set.seats) if seat != facts.seat]


def name_of(facts: Facts, rank: int) -> str:
    """The character of a rank."""
    return facts.card_set.character(rank).name


THIEVES_DEN = NUMBER_OF["thieves_den"]
"""The one district whose own price may be paid in cards."""
