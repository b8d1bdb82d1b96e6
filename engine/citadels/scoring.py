"""The end of the match (rules 10.2, 10.3). Districts define their own points."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from engine.citadels.names import FIRST_UNIQUE, ONE, TYPES, district_name
from engine.citadels.state import Match, bits

ALL_TYPES: Final = 3
FIRST_COMPLETED: Final = 4
COMPLETED: Final = 2


class FinalCity:
    """A city for scoring: ``districts`` are its numbers, ``types[i]`` the type that
    ``districts[i]`` counts as.
    """

    __slots__ = ("districts", "types")

    def __init__(self, districts: bytes, types: tuple[int, ...]) -> None:
        self.districts = districts
        self.types = types


def readings(match: Match, seat: int) -> list[FinalCity]:
    """Return every way to count the city: a district may count as any type of its owner's choice
    (R-59).
    """
    card_set = match.card_set
    free = 0
    for card in card_set.districts:
        if card.counts_as_any:
            free |= card.bit
    city = match.city[seat]
    if not match.owned[seat] & free:
        return [FinalCity(city, tuple([card_set.type_of[district] for district in city]))]
    kinds = [
        range(len(TYPES)) if bits(ONE[district]) & free else (card_set.type_of[district],)
        for district in city
    ]
    return [FinalCity(city, types) for types in product(*kinds)]


def points(match: Match, seat: int, city: FinalCity) -> dict[str, int]:
    """Return the score of a seat item by item: ``districts``, ``all_types``, ``completion``, and
    each district with points of its own.
    """
    card_set = match.card_set
    items = {"districts": sum([card_set.cost[district] for district in city.districts])}
    if len(set(city.types)) == len(TYPES):
        items["all_types"] = ALL_TYPES
    if seat in match.completed:
        items["completion"] = FIRST_COMPLETED if match.completed[0] == seat else COMPLETED
    present = match.owned[seat] & card_set.score.districts.mask
    for bit, score in card_set.score.districts.handlers:
        if present & bit:
            worth = score(match, seat, city)
            if worth:
                items[district_name(FIRST_UNIQUE + bit.bit_length() - 1)] = worth
    for card in card_set.districts:
        if card.points_in_hand and card.number in match.hand[seat]:
            items[card.name] = card.points_in_hand
    return items


def best_reading(match: Match, seat: int) -> tuple[FinalCity, dict[str, int]]:
    """Return the best way to count the city for its owner, with its ``points``."""
    return max(
        ((city, points(match, seat, city)) for city in readings(match, seat)),
        key=lambda reading: sum(reading[1].values()),
    )


def seat_score(match: Match, seat: int) -> dict[str, int]:
    """Return the owner's best total over all ways to count the city, item by item."""
    return best_reading(match, seat)[1]


def find_highest_revealed(match: Match, seat: int) -> int:
    """Return the tie-breaker: the highest rank revealed in the last round (R-65, R-66)."""
    return max((rank for rank in match.ranks_of(seat) if match.shown >> rank & 1), default=0)


def result(match: Match) -> dict[str, Any]:
    """Return placements (1 is best), scores and their items, by seat. ``tie_breaks`` are the
    highest revealed ranks: these are unique in a round, so that only seats that revealed nobody
    share a place. In the classic edition they are the total cost of the city and the gold; seats
    that are equal in both share a place (rules 10.3, 14).
    """
    seats = range(match.card_set.seats)
    breakdown = [seat_score(match, seat) for seat in seats]
    scores = [sum(items.values()) for items in breakdown]
    tie_breaks: list[Any] = [find_highest_revealed(match, seat) for seat in seats]
    if match.card_set.terms.city_breaks_ties:
        tie_breaks = [[breakdown[seat]["districts"], match.gold[seat]] for seat in seats]
    order = [(scores[seat], tie_breaks[seat]) for seat in seats]
    placements = [1 + sum(other > mine for other in order) for mine in order]
    return {
        "placements": placements,
        "scores": scores,
        "breakdown": breakdown,
        "tie_breaks": tie_breaks,
    }
