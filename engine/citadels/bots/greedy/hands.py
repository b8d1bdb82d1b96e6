"""Greedy rules for hands, the own one and those of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy.turn import FREE
from engine.citadels.bots.greedy.worths import card_worth
from engine.citadels.bots.reading import points_of
from engine.citadels.characters.emperor import GiveCrown
from engine.citadels.characters.spy import LookForType
from engine.citadels.choices import DistrictChoice, SeatChoice
from engine.kernel.frames import Choice

SHARE = (0.18, 0.16, 0.29, 0.16, 0.21)
"""The share of each type in the deck."""
CROWN = {"gold": 1.0, "card": 0.9}


def _give(features: Features, option: DistrictChoice) -> float:
    """A card to give away."""
    return 1.0 - card_worth(features, option.district)


def _spy(features: Features, option: LookForType) -> float:
    """Each expected match gains a card, and gold as far as the other player has any."""
    found = features.sizes[option.seat] * SHARE[option.type]
    return 0.1 + found + min(found, features.gold[option.seat])


def _swap(features: Features, option: SeatChoice) -> float:
    return 0.8 * (features.sizes[option.seat] - len(features.hand))


def _redraw(features: Features, option: Choice) -> float:
    poor = sum(card_worth(features, card) < 1 for card in features.hand)
    return 1.0 if poor * 2 > len(features.hand) else -1.0


def _look(features: Features, option: SeatChoice) -> float:
    """After gathering, when the card can be built at once."""
    return 1.0 + 0.1 * features.sizes[option.seat]


def _crown(features: Features, option: GiveCrown | SeatChoice) -> float:
    """The crown must go to someone: the player who gains least from it."""
    resource = CROWN.get(option.resource, 0.0) if isinstance(option, GiveCrown) else 0.0
    return 5.0 + resource - 0.1 * points_of(features, option.seat)


def _tithe(features: Features, option: SeatChoice) -> float:
    return FREE + 0.1 * points_of(features, option.seat)


def _borrow(features: Features, option: SeatChoice) -> float:
    """Borrow from the leader."""
    return 0.1 * points_of(features, option.seat)


def _laboratory(features: Features, option: DistrictChoice) -> float:
    """A card is worth less than 2 gold only if it can no longer be built."""
    worth = card_worth(features, option.district)
    return 2.0 - worth if worth < 1 else -1.0


def _museum(features: Features, option: DistrictChoice) -> float:
    """A point for a card that brings less in the city."""
    return 0.9 - 0.3 * card_worth(features, option.district)


WORTH: dict[str, Callable[[Features, Any], float]] = {
    "borrow": _borrow,
    "crown": _crown,
    "give": _give,
    "laboratory": _laboratory,
    "look": _look,
    "museum": _museum,
    "redraw": _redraw,
    "spy": _spy,
    "swap": _swap,
    "tithe": _tithe,
}
