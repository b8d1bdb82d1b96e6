"""Greedy where characters are chosen or named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy.turn import always, nothing
from engine.citadels.bots.greedy.worths import card_worth, character_worth
from engine.citadels.choices import CharacterChoice, DistrictChoice, SeatChoice
from engine.citadels.districts.theater import SwapOneOfTwo
from engine.kernel.frames import Choice

KILL = {"architect": 2.0, "merchant": 1.8, "alchemist": 1.8, "scholar": 1.6, "thief": 1.2}
ROB = {"architect": 1.6, "merchant": 1.6, "alchemist": 1.6, "king": 1.3, "warlord": 1.2}
"""Characters whose players tend to have gold."""
SIGN = {"architect": 2.0, "alchemist": 1.8, "merchant": 1.6, "king": 1.4, "navigator": -1.0}
"""Characters whose players build dear districts."""


def in_vain(features: Features, rank: int) -> float:
    """Naming a character that lies face up, or that is one's own, hits nobody else."""
    return 3.0 if (features.face_up | features.mine) >> rank & 1 else 0.0


def keep(features: Features, option: Choice) -> float:
    """A character of the draft, or a card."""
    if isinstance(option, CharacterChoice):
        return character_worth(features, option.rank)
    assert isinstance(option, DistrictChoice)
    return card_worth(features, option.district)


def _discard(features: Features, option: Choice) -> float:
    """A good character is not left to others; of cards the worst one goes."""
    if isinstance(option, CharacterChoice):
        return character_worth(features, option.rank)
    return 1.0 - keep(features, option)


def _kill(features: Features, option: CharacterChoice) -> float:
    return 1.0 + KILL.get(option.character, 1.0) - in_vain(features, option.rank)


def _rob(features: Features, option: CharacterChoice) -> float:
    return 1.0 + ROB.get(option.character, 1.0) - in_vain(features, option.rank)


def _sign(features: Features, option: CharacterChoice) -> float:
    return 1.0 + SIGN.get(option.character, 1.0) - in_vain(features, option.rank)


def _bewitch(features: Features, option: CharacterChoice) -> float:
    """What the character would bring, if somebody has it: else the turn is over."""
    return character_worth(features, option.rank) - 2 * in_vain(features, option.rank)


def _bribe(features: Features, option: Choice) -> float:
    """As good as the risk, and better where it costs nothing."""
    return 1.0 if features.gold[features.seat] < 2 else 0.0


def _swap_character(features: Features, option: SeatChoice) -> float:
    """Something unknown for the own character: only if that one is of no use."""
    rank = option.rank if isinstance(option, SwapOneOfTwo) else features.mine.bit_length() - 1
    return 0.8 - character_worth(features, rank)


WORTH: dict[str, Callable[[Features, Any], float]] = {
    "bewitch": _bewitch,
    "blank": nothing,
    "bribe": _bribe,
    "confiscate": always,
    "discard": _discard,
    "keep": keep,
    "kill": _kill,
    "refuse": nothing,
    "reveal": always,
    "rob": _rob,
    "sign_warrant": _sign,
    "swap_character": _swap_character,
    "take": keep,
    "threaten": _rob,
}
