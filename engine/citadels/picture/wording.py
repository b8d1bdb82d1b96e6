"""Phrases of the picture, and what the cards of a table do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.citadels.names import TYPES, UNIQUE
from engine.citadels.text import TEXTS, CitadelsLanguage
from tablekernel.scene import Scene


def headline(scene: Scene, tongue: CitadelsLanguage) -> str:
    """Return the progress of the match."""
    words = tongue.table
    return f"{words['round']} {scene.view['round']}, {words['phase:' + scene.view['phase']]}"


def explain_cards(view: Mapping[str, Any], language: str) -> dict[str, dict[str, str]]:
    """Return what the characters and the unique districts of a match do, by their names, and what
    the other districts are for, by their types.
    """
    tongue = TEXTS.find(language)
    titles = {name: tongue.title(name) for name in (*view["cast"], *view["unique_districts"])}
    titles |= {kind: tongue.types[kind] for kind in TYPES[:UNIQUE]}
    return {
        name: {"title": title, "text": tongue.polish(tongue.texts[name])}
        for name, title in titles.items()
    }
