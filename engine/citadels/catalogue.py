"""The catalogue of cards for clients."""

from __future__ import annotations

from typing import Any

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES
from engine.citadels.presets import PRESETS
from engine.citadels.text import TEXTS, CitadelsLanguage


def catalogue(language: str) -> dict[str, Any]:
    """Return characters by rank, districts, basic ones first, and the printed presets of both, with
    titles and texts. The draws of a match name districts by their numbers (docs/randomness.md).
    """
    tongue = TEXTS.find(language)
    return {
        "characters": characters(tongue),
        "districts": basic_districts(tongue) + unique_districts(tongue),
        "types": [{"type": kind, "title": tongue.types[kind]} for kind in TYPES],
        "presets": presets(tongue),
    }


def characters(tongue: CitadelsLanguage) -> list[dict[str, Any]]:
    return [
        {
            "character": name,
            "title": tongue.title(name),
            "rank": character.rank,
            "income": None if character.gem is None else TYPES[character.gem],
            "build_limit": character.limit,
            "text": tongue.texts[name],
        }
        for name, character in sorted(CHARACTERS.items(), key=lambda item: item[1].rank)
    ]


def basic_districts(tongue: CitadelsLanguage) -> list[dict[str, Any]]:
    return [
        {
            "district": name,
            "number": number,
            "title": tongue.title(name),
            "type": TYPES[kind],
            "cost": cost,
            "copies": copies,
            "text": tongue.texts[TYPES[kind]],
        }
        for number, (name, kind, cost, copies) in enumerate(BASIC)
    ]


def unique_districts(tongue: CitadelsLanguage) -> list[dict[str, Any]]:
    return [
        {
            "district": name,
            "number": district.number,
            "title": tongue.title(name),
            "type": "unique",
            "cost": district.cost,
            "copies": district.copies,
            "text": tongue.texts[name],
        }
        for name, district in DISTRICTS.items()
    ]


def presets(tongue: CitadelsLanguage) -> list[dict[str, Any]]:
    """Return the presets. The last two have no list: they use what the options name, or a random
    draw.
    """
    listed = {
        name: {
            "characters": list(preset.characters),
            "rank_9": preset.rank_9,
            "districts": list(preset.districts),
        }
        for name, preset in PRESETS.items()
    }
    return [
        {"preset": name, "title": title, **listed.get(name, {})}
        for name, title in tongue.presets.items()
    ]
