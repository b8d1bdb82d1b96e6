"""Greedy with the cities of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.citadels.bots.features import Facts
from engine.citadels.bots.greedy.worths import PROGRESS, hurts, nearly_done
from engine.citadels.bots.reading import surcharge_of
from engine.citadels.choices import CityChoice, DistrictChoice


def _destroy(facts: Facts, option: CityChoice) -> float:
    """Hit the largest other city, and only where it is cheap."""
    cost = facts.card_set.cost[option.district]
    price = cost - 1 + surcharge_of(facts, option.seat)
    return hurts(facts, option.seat) - 1.2 * price + 0.3 * cost


def _seize(facts: Facts, option: CityChoice) -> float:
    """A district more here, one less there, for gold that stays in the game."""
    cost = facts.card_set.cost[option.district]
    price = cost + surcharge_of(facts, option.seat)
    return PROGRESS + cost + hurts(facts, option.seat) - 1.5 * price


def _exchange(facts: Facts, option: CityChoice) -> float:
    """A dearer district for the cheapest one, with the gold that nothing else was found for."""
    cost = facts.card_set.cost
    gain = cost[option.district] - min(cost[district] for district in facts.city[facts.seat])
    return 0.3 * gain + 0.2 * hurts(facts, option.seat) if gain > 0 else -1.0


def _give_district(facts: Facts, option: DistrictChoice) -> float:
    return -float(facts.card_set.cost[option.district])


def _armory(facts: Facts, option: CityChoice) -> float:
    """Two districts are gone: only where the other one would have been the last but one."""
    if not nearly_done(facts, option.seat) or nearly_done(facts, facts.seat):
        return -5.0
    return hurts(facts, option.seat) + facts.card_set.cost[option.district]


WORTH: dict[str, Callable[[Facts, Any], float]] = {
    "armory": _armory,
    "destroy": _destroy,
    "exchange": _exchange,
    "give_district": _give_district,
    "seize": _seize,
}
