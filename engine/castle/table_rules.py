"""The rules of one table as readers see them, with its tile set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.castle.names import TERRAINS, WALL_TILES
from engine.castle.text import TEXTS
from engine.castle.tiles import TILE_SETS


def table_rules(options: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """Return the rules of a table as sections."""
    tongue = TEXTS.find(language)
    name = options["tile_set"]
    title, note = tongue.sets.get(name, (name, TILE_SETS[name].source))
    sections = tongue.write_sections(tongue.rules, tile_set=title, note=note)
    items = {
        "features": [
            {"title": tongue.terrains[one].capitalize(), "text": tongue.polish(tongue.texts[one])}
            for one in TERRAINS
        ],
        "wall_tiles": [
            {
                "title": f"{kind}. {tongue.wall_titles[kind]}",
                "text": tongue.polish(tongue.wall_texts[kind]),
            }
            for kind in sorted(set(WALL_TILES))
        ],
    }
    for section in sections:
        section["items"] += items.get(section["section"], [])
    return sections
