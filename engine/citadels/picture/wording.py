"""Phrases of the picture."""

from __future__ import annotations

from engine.citadels.text import CitadelsLanguage
from engine.kernel.scene import Scene


def headline(scene: Scene, tongue: CitadelsLanguage) -> str:
    """Return the progress of the match."""
    words = tongue.table
    return f"{words['round']} {scene.view['round']}, {words['phase:' + scene.view['phase']]}"
