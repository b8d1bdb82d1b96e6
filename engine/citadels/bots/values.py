"""What districts and cards are worth, in points. What depends on the table has a line here; for the
other districts the card says it (``worth``, ``worth_a_round``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.citadels.bots.outlook import Outlook, Plan
from engine.citadels.bots.reading import has, playable
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import FIRST_UNIQUE, PLAIN, TYPES, UNIQUE, district_name

ALL_TYPES = (1 << len(TYPES)) - 1
ROUNDS: Final = 4
"""The maximum number of future rounds that are counted."""


def extra_worth(o: Outlook, card: int) -> float:
    """Return what a district is worth besides its cost and its type."""
    if card < FIRST_UNIQUE:
        return 0.0
    name = district_name(card)
    extra = EXTRAS.get(name)
    district = DISTRICTS[name]
    own = district.worth + district.worth_a_round * o.w.lasting * min(o.left, ROUNDS)
    return own if extra is None else own + extra(o)


def type_worth(o: Outlook, card: int) -> float:
    """Return what the type adds to the city: most if it is the last one missing."""
    own = 1 << o.features.card_set.type_of[card]
    if o.types & own:
        return 0.0
    return o.w.last_type if o.types | own == ALL_TYPES else o.w.new_type


def district_worth(o: Outlook, card: int) -> float:
    """Return what building a card from the own hand gains, without its price."""
    return (
        o.features.card_set.cost[card] + o.w.progress + type_worth(o, card) + extra_worth(o, card)
    )


def worth_in_city(o: Outlook, district: int) -> float:
    """Return what the city loses with one of its own districts."""
    return o.features.card_set.cost[district] + o.w.progress + extra_worth(o, PLAIN[district])


def hand_worth(o: Outlook, card: int) -> float:
    """Return what holding a card is worth: part of what it would gain, less if it is
    unaffordable.
    """
    features = o.features
    cost = features.card_set.cost[card]
    if cost == UNPAYABLE:
        return float(DISTRICTS[district_name(card)].points_in_hand)
    if has(features, features.seat, card):
        return 0.1 + 0.01 * cost
    if o.last:
        return 0.2 + 0.01 * cost
    beyond = cost - features.gold[features.seat] - 2 * min(o.left, 2)
    return o.w.held * district_worth(o, card) - o.w.beyond * max(0, beyond)


def spare_worth(o: Outlook, card: int) -> float:
    """The same for a card that would leave the hand: a second copy is worth almost nothing."""
    return 0.1 if o.features.hand.count(card) > 1 else hand_worth(o, card)


def plans_of(o: Outlook) -> list[Plan]:
    """Return the different cards in hand that could be built."""
    if o.plans is None:
        o.plans = [
            (o.prices[card], district_worth(o, card) - o.gold * o.prices[card], card)
            for card in dict.fromkeys(playable(o.features))
        ]
    return o.plans


def best_plan(o: Outlook, funds: int) -> tuple[float, int]:
    """Return the worth and number of the best district that ``funds`` can pay, or number -1."""
    best, found = 0.0, -1
    for price, worth, card in plans_of(o):
        if price <= funds and worth > best:
            best, found = worth, card
    return best, found


# -- districts


def _of_type(o: Outlook, kind: int) -> int:
    type_of = o.features.card_set.type_of
    return sum([type_of[district] == kind for district in o.features.city[o.features.seat]])


def _basilica(o: Outlook) -> float:
    """A point for each odd cost: those in the city, and some of those to come."""
    cost = o.features.card_set.cost
    odd = sum([cost[district] & 1 for district in o.features.city[o.features.seat]])
    return odd + 0.4 * max(0, o.need - 1)


def _capitol(o: Outlook) -> float:
    most = max([_of_type(o, kind) for kind in range(len(TYPES))])
    return 3.0 if most >= 3 else 0.8 * most if o.left else 0.0


def _treasury(o: Outlook) -> float:
    left = float(max(0, o.features.gold[o.features.seat] - 5))
    return left if o.last else 0.8 + 0.2 * left


def _ivory_tower(o: Outlook) -> float:
    """5 points while it is the only unique district."""
    if _of_type(o, UNIQUE):
        return 0.0
    return 5.0 if o.left <= 1 else 2.5


def _map_room(o: Outlook) -> float:
    return (1.0 if o.last else 0.6) * max(0, len(o.features.hand) - 1)


def _museum(o: Outlook) -> float:
    """A point for each card under it."""
    return float(o.features.museum)


def _statue(o: Outlook) -> float:
    """5 points if the crown is there at the end."""
    if o.features.crown == o.features.seat:
        return 3.0 if o.left <= 1 else 1.6
    return 1.0


def _wishing_well(o: Outlook) -> float:
    return 1.0 + _of_type(o, UNIQUE) + 0.2 * max(0, o.need - 1)


EXTRAS: dict[str, Callable[[Outlook], float]] = {
    "basilica": _basilica,
    "capitol": _capitol,
    "imperial_treasury": _treasury,
    "ivory_tower": _ivory_tower,
    "map_room": _map_room,
    "museum": _museum,
    "statue": _statue,
    "wishing_well": _wishing_well,
}
