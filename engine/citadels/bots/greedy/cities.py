"""Greedy rules for the cities of other players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy.worths import PROGRESS, hurts, nearly_done
from engine.citadels.bots.reading import surcharge_of
from engine.citadels.choices import CityChoice, DistrictChoice


def _destroy(features: Features, option: CityChoice) -> float:
    """Destroy in the largest other city, and only where it is cheap."""
    cost = features.card_set.cost[option.district]
    price = cost - 1 + surcharge_of(features, option.seat)
    return hurts(features, option.seat) - 1.2 * price + 0.3 * cost


def _seize(features: Features, option: CityChoice) -> float:
    """One more district here and one fewer there, for gold that stays in the game."""
    cost = features.card_set.cost[option.district]
    price = cost + surcharge_of(features, option.seat)
    return PROGRESS + cost + hurts(features, option.seat) - 1.5 * price


def _exchange(features: Features, option: CityChoice) -> float:
    """A dearer district for the cheapest one, with gold that has no other use."""
    cost = features.card_set.cost
    gain = cost[option.district] - min(cost[district] for district in features.city[features.seat])
    return 0.3 * gain + 0.2 * hurts(features, option.seat) if gain > 0 else -1.0


def _give_district(features: Features, option: DistrictChoice) -> float:
    return -float(features.card_set.cost[option.district])


def _armory(features: Features, option: CityChoice) -> float:
    """Both districts are lost: only worth it against the last but one district of a city."""
    if not nearly_done(features, option.seat) or nearly_done(features, features.seat):
        return -5.0
    return hurts(features, option.seat) + features.card_set.cost[option.district]


WORTH: dict[str, Callable[[Features, Any], float]] = {
    "armory": _armory,
    "destroy": _destroy,
    "exchange": _exchange,
    "give_district": _give_district,
    "seize": _seize,
}
