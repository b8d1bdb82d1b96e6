"""Options of matches, as hosts wish for them: what is made of them, or why they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.testing import fresh
from tablekernel.errors import OptionsRefused

BASE = list(PRESETS["first_game"].characters)
FOURTEEN = list(PRESETS["first_game"].districts)
DEAR = [
    "capitol", "factory", "imperial_treasury", "ivory_tower", "laboratory", "map_room",
    "necropolis", "quarry", "smithy", "wishing_well", "dragon_gate", "gold_mine", "library",
    "park",
]  # fmt: skip
"""14 unique districts that all cost 5 or 6."""

SIZES = {"never": {8}, "always": {9}, "optional": {8, 9}}
"""How many characters a card set may have, by what is said of rank 9."""


def checked(options: dict[str, Any], players: int) -> dict[str, Any]:
    return RULES.check_options(options, players)


def refusal(options: dict[str, Any], players: int) -> tuple[str, str]:
    """The code and the pointer with which the options are refused."""
    with pytest.raises(OptionsRefused) as refused:
        checked(options, players)
    assert refused.value.message.endswith(".")
    return refused.value.code, refused.value.pointer


def own(characters: list[str] = BASE, districts: list[str] = FOURTEEN) -> dict[str, Any]:
    """The options of a custom list; the first game where nothing else is said."""
    return {"preset": "custom", "characters": characters, "districts": districts}


def find_card_set(options: dict[str, Any], players: int) -> list[str]:
    """The characters that a match with these options is played with."""
    characters: list[str] = fresh(players, options=options).view()["cast"]
    return characters
