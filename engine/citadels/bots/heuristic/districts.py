"""What a district is worth to a city beyond its cost. Where that depends on the table, there is a
function here; otherwise the card says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.outlook import Outlook
from engine.citadels.bots.profiles import Profile
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.cards import District
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import (
    BEAUTIFIED,
    FIRST_UNIQUE,
    NOBLE,
    PLAIN,
    TYPES,
    UNIQUE,
    district_name,
)

Extra = Callable[[Features, Outlook, Profile], float]

ALL_TYPES = (1 << len(TYPES)) - 1
ROUNDS: Final = 4
"""The maximum number of future rounds that are counted."""


def district_worth(features: Features, card: int, out: Outlook, w: Profile) -> float:
    """Return what building a card from the own hand gains, without its price."""
    worth = features.card_set.cost[card] + w.progress + type_worth(features, card, out, w)
    if card >= FIRST_UNIQUE:
        worth += EXTRA_BY_NUMBER[card](features, out, w)
    return worth


def type_worth(features: Features, card: int, out: Outlook, w: Profile) -> float:
    """Return what the type adds to the city: most if it is the last one missing."""
    mine = 1 << features.card_set.type_of[card]
    if out.types & mine:
        return 0.0
    return w.last_type if out.types | mine == ALL_TYPES else w.new_type


def hand_worth(features: Features, card: int, out: Outlook, w: Profile) -> float:
    """Return what holding a card is worth: part of what it would gain, less if it is
    unaffordable.
    """
    cost = features.card_set.cost[card]
    if cost == UNPAYABLE:
        return float(DISTRICTS[district_name(card)].points_in_hand)
    city = features.city[features.seat]
    if card in city or card + BEAUTIFIED in city:
        return 0.1 + 0.01 * cost
    if out.last:
        return 0.2 + 0.01 * cost
    worth = w.held * district_worth(features, card, out, w)
    beyond = cost - features.gold[features.seat] - 2 * min(out.left, 2)
    return worth - w.beyond * beyond if beyond > 0 else worth


def worth_of_city(features: Features, district: int, out: Outlook, w: Profile) -> float:
    """Return what the city loses with one of its own districts."""
    worth = features.card_set.cost[district] + w.progress
    plain = PLAIN[district]
    if plain >= FIRST_UNIQUE:
        worth += EXTRA_BY_NUMBER[plain](features, out, w)
    return worth


def _rounds(out: Outlook) -> int:
    return min(out.left, ROUNDS)


def _nothing(features: Features, out: Outlook, w: Profile) -> float:
    return 0.0


def _card_worth(card: District) -> Extra:
    """Return what the card itself says: its worth, and that of each remaining round."""

    def worth(features: Features, out: Outlook, w: Profile) -> float:
        return card.worth + card.worth_a_round * w.lasting * min(out.left, ROUNDS)

    return worth


def _in_city(features: Features, kind: int) -> int:
    type_of = features.card_set.type_of
    return sum([type_of[district] == kind for district in features.city[features.seat]])


def _basilica(features: Features, out: Outlook, w: Profile) -> float:
    """A point for each odd cost: those in the city, and some of those to come."""
    cost = features.card_set.cost
    odd = sum([cost[district] & 1 for district in features.city[features.seat]])
    return odd + 0.4 * max(0, out.need - 1)


def _capitol(features: Features, out: Outlook, w: Profile) -> float:
    most = max([_in_city(features, kind) for kind in range(len(TYPES))])
    return 3.0 if most >= 3 else (0.8 * most if out.left else 0.0)


def _factory(features: Features, out: Outlook, w: Profile) -> float:
    """A gold for each unique card in hand."""
    type_of = features.card_set.type_of
    waiting = sum([type_of[card] == UNIQUE for card in features.hand]) - 1
    return w.gold * min(max(0, waiting), out.left) + 0.1 * _rounds(out)


def _quarter(features: Features, out: Outlook, w: Profile) -> float:
    """It stands for the type that is missing at the end."""
    return 1.0 if out.need > 1 else 0.5


def _treasury(features: Features, out: Outlook, w: Profile) -> float:
    left = features.gold[features.seat] - 5
    return max(0.0, left * 1.0) if out.last else 0.8 + 0.2 * max(0, left)


def _ivory_tower(features: Features, out: Outlook, w: Profile) -> float:
    """5 points while it is the only unique district."""
    if _in_city(features, UNIQUE):
        return 0.0
    return 5.0 if out.left <= 1 else 2.5


def _map_room(features: Features, out: Outlook, w: Profile) -> float:
    return 0.6 * max(0, len(features.hand) - 1) if not out.last else float(len(features.hand) - 1)


def _monument(features: Features, out: Outlook, w: Profile) -> float:
    """It counts as two steps at once."""
    return w.progress


def _museum(features: Features, out: Outlook, w: Profile) -> float:
    return 0.7 * _rounds(out) + features.museum


def _quarry(features: Features, out: Outlook, w: Profile) -> float:
    """Every card in hand that the city already has can be built."""
    city = features.city[features.seat]
    return 0.6 * sum([card in city for card in features.hand]) + 0.1 * _rounds(out)


def _statue(features: Features, out: Outlook, w: Profile) -> float:
    """5 points if the crown is there at the end."""
    if features.crown == features.seat:
        return 3.0 if out.left <= 1 else 1.6
    return 1.0


def _school(features: Features, out: Outlook, w: Profile) -> float:
    """A district of every type for all incomes."""
    return 0.8 * w.lasting * _rounds(out) + 0.1 * _in_city(features, NOBLE)


def _wishing_well(features: Features, out: Outlook, w: Profile) -> float:
    return 1.0 + _in_city(features, UNIQUE) + 0.2 * max(0, out.need - 1)


def _thieves_den(features: Features, out: Outlook, w: Profile) -> float:
    return 0.5


EXTRAS: dict[str, Extra] = {
    "basilica": _basilica,
    "capitol": _capitol,
    "factory": _factory,
    "haunted_quarter": _quarter,
    "imperial_treasury": _treasury,
    "ivory_tower": _ivory_tower,
    "map_room": _map_room,
    "monument": _monument,
    "museum": _museum,
    "quarry": _quarry,
    "school_of_magic": _school,
    "statue": _statue,
    "thieves_den": _thieves_den,
    "wishing_well": _wishing_well,
}

EXTRA_BY_NUMBER: list[Extra] = [_nothing] * BEAUTIFIED
"""The same by number, and those of all other unique districts."""

for _card in DISTRICTS.values():
    EXTRA_BY_NUMBER[_card.number] = EXTRAS.get(_card.name, _card_worth(_card))
