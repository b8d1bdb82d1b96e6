"""The situation of a seat: who leads, how much time is left, what gold and cards are worth."""

from __future__ import annotations

from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import Profile
from engine.citadels.districts import DISTRICTS

TREASURY, MAP_ROOM = DISTRICTS["imperial_treasury"].number, DISTRICTS["map_room"].number
FEW: Final = 2
"""Below this number of cards, a hand needs more."""


Plan = tuple[int, float, int]
"""Price, worth beyond the price, and number of a district that could be built."""


class Outlook:
    """Taken once for a decision.

    ``need``      districts that the own city still lacks
    ``others``    the fewest that another city lacks
    ``left``      about how many turns remain after this one; 0 in the last one
    ``last``      whether this seat plays no turn after this one
    ``gold``, ``card``   what one more is worth
    ``plans``     the districts that could be built, once they were asked for (``build.plans_of``)
    ``types``     the bit set of the types in the own city
    """

    __slots__ = ("card", "gold", "last", "left", "need", "others", "plans", "types")

    def __init__(self, features: Features, w: Profile) -> None:
        seat, goal = features.seat, features.card_set.goal
        need = others = goal
        larger = features.card_set.larger
        for other, city in enumerate(features.city):
            lack = goal - len(city)
            if larger:
                for bit, extra in larger:
                    if features.owned[other] & bit:
                        lack -= extra
            if other == seat:
                need = lack
            elif lack < others:
                others = lack
        self.plans: list[Plan] | None = None
        type_of, types = features.card_set.type_of, 0
        for district in features.city[seat]:
            types |= 1 << type_of[district]
        self.types = types
        self.need = need
        self.others = others
        rank = features.rank if features.turn_seat == seat else features.called
        self.last = bool(features.completed) and not features.mine >> rank + 1
        self.left = 0 if features.completed else max(1, min(need, others))
        if self.last:
            city = features.city[seat]
            self.gold = 1.0 if TREASURY in city else 0.02
            self.card = 1.0 if MAP_ROOM in city else 0.01
        else:
            self.gold = w.gold if self.left > 1 else w.gold_late
            self.card = w.card if len(features.hand) < FEW else w.card_more
            if self.left <= 1:
                self.card *= 0.5


def standings(features: Features) -> list[float]:
    """Return how far each seat has come, in points."""
    cost = features.card_set.cost
    return [
        sum([cost[district] for district in city])
        + 1.6 * len(city)
        + 0.5 * min(gold, 8)
        + 0.4 * min(size, 4)
        for city, gold, size in zip(features.city, features.gold, features.sizes, strict=True)
    ]


def rivalries(features: Features, w: Profile) -> list[float]:
    """Return for each seat how much its loss helps this seat: most for the leader, nothing for
    itself.
    """
    points = standings(features)
    seat = features.seat
    points[seat] = -100.0
    best = max(points)
    stranger = w.stranger * min(1.0, 3 / (len(points) - 1))
    more = (w.rival - stranger) / 6.0
    found = [max(stranger, w.rival - more * (best - mine)) for mine in points]
    found[seat] = 0.0
    return found


def lacking(features: Features, seat: int) -> int:
    """Return how many districts a city lacks."""
    lack = features.card_set.goal - len(features.city[seat])
    for bit, extra in features.card_set.larger:
        if features.owned[seat] & bit:
            lack -= extra
    return lack
