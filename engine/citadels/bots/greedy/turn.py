"""Greedy in its own turn: gathering, building, paying, and what comes for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy.worths import EXTRA_POINTS, PROGRESS, card_worth
from engine.citadels.bots.reading import THIEVES_DEN, income_of, name_of, playable, price_of
from engine.citadels.characters.navigator import SAIL_FOR_CARDS
from engine.citadels.choices import DistrictChoice
from engine.citadels.districts.framework import PAY_FRAMEWORK
from engine.citadels.flow.gather import GATHER_CARDS
from engine.citadels.flow.income import TakeMixed
from engine.kernel.frames import Choice

FREE: Final = 20.0
"""Free gold and cards are taken before anything else."""


def nothing(features: Features, option: Choice) -> float:
    return 0.0


def always(features: Features, option: Choice) -> float:
    return FREE


def _gather(features: Features, option: Choice) -> float:
    """Gold, unless nothing is left that is worth saving for: no card, or one that can be paid."""
    if option is not GATHER_CARDS:
        return 2.0
    cards = playable(features)
    gold = features.gold[features.seat]
    enough = len(cards) < 2 and all(features.card_set.cost[card] <= gold for card in cards)
    return 2.5 if enough else 1.0


def _income(features: Features, option: Choice) -> float:
    """Where it comes as gold or cards, cards only for want of something to build."""
    if isinstance(option, TakeMixed):
        cards = income_of(features, features.seat, features.rank) - option.gold
        return FREE + (option.gold if playable(features) else cards)
    return FREE


def _navigate(features: Features, option: Choice) -> float:
    if option is SAIL_FOR_CARDS:
        return FREE if len(playable(features)) < 2 else FREE - 2
    return FREE - 1


def _build(features: Features, option: DistrictChoice) -> float:
    """The dearest first; what gold cannot pay is paid with something else of value."""
    card = option.district
    cost = features.card_set.cost[card]
    worth = PROGRESS + cost + EXTRA_POINTS.get(card, 0.0)
    gold = features.gold[features.seat]
    if price_of(features, card) <= gold:
        return worth
    if card == THIEVES_DEN or name_of(features, features.rank) == "cardinal":
        return worth - float(cost - gold)  # a card for each missing gold
    return worth - PROGRESS - 3.5  # a district is lost: the Framework, or one for the Necropolis


def _pay(features: Features, option: Choice) -> float:
    return -5.0 if option is PAY_FRAMEWORK else 1.0


def _pay_card(features: Features, option: DistrictChoice) -> float:
    return 0.5 - 0.1 * card_worth(features, option.district)


def _sacrifice(features: Features, option: DistrictChoice) -> float:
    return -PROGRESS - features.card_set.cost[option.district]


def _beautify(features: Features, option: Choice) -> float:
    return 0.5 if features.gold[features.seat] >= 2 else -0.5


def _smithy(features: Features, option: Choice) -> float:
    return 2.0 if len(features.hand) <= 1 and features.gold[features.seat] >= 4 else -1.0


WORTH: dict[str, Callable[[Features, Any], float]] = {
    "beautify": _beautify,
    "build": _build,
    "build_at_once": _build,
    "collect_taxes": always,
    "end_turn": nothing,
    "extra_cards": always,
    "extra_gold": always,
    "gather": _gather,
    "income": _income,
    "navigate": _navigate,
    "pass": nothing,
    "pay": _pay,
    "pay_card": _pay_card,
    "queen_gold": always,
    "sacrifice": _sacrifice,
    "smithy": _smithy,
    "stop": nothing,
    "study": always,
    "take_from_all": always,
}
