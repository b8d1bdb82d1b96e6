"""The cards as clients read them."""

from __future__ import annotations

from typing import Any

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES
from engine.citadels.text import CARD_TEXT, card_title


def catalogue() -> dict[str, Any]:
    """Characters by rank and districts, basic ones first, with titles and texts."""
    characters = [
        {
            "character": name,
            "title": card_title(name),
            "rank": character.rank,
            "income": None if character.gem is None else TYPES[character.gem],
            "build_limit": character.limit,
            "text": CARD_TEXT[name],
        }
        for name, character in sorted(CHARACTERS.items(), key=lambda item: item[1].rank)
    ]
    basic = [
        {
            "district": name,
            "title": card_title(name),
            "type": TYPES[kind],
            "cost": cost,
            "copies": copies,
            "text": "",
        }
        for name, kind, cost, copies in BASIC
    ]
    unique = [
        {
            "district": name,
            "title": card_title(name),
            "type": "unique",
            "cost": district.cost,
            "copies": 1,
            "text": CARD_TEXT[name],
        }
        for name, district in DISTRICTS.items()
    ]
    return {"characters": characters, "districts": basic + unique}
