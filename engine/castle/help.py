"""What the parts of a table do, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.castle.text import TEXTS

Document = Mapping[str, Any]


def describe_parts(view: Document, language: str) -> dict[str, dict[str, str]]:
    """Return title and text of each terrain, and of each kind of wall tile that the table shows."""
    tongue = TEXTS.find(language)
    kinds = {one["wall_tile"] for seat in view["seats"] for one in seat["wall_tiles"]}
    kinds.update(view["used"])
    parts = {
        terrain: {"title": title, "text": tongue.polish(tongue.texts[terrain])}
        for terrain, title in tongue.terrains.items()
    }
    for kind in sorted(kinds):
        parts[f"wall_tile_{kind}"] = {
            "title": tongue.wall_titles[kind],
            "text": tongue.polish(tongue.wall_texts[kind]),
        }
    return parts
