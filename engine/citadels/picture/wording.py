"""How things are put beside each other in words."""

from __future__ import annotations

from engine.citadels.text import CitadelsLanguage
from engine.kernel.scene import Scene


def headline(scene: Scene, tongue: CitadelsLanguage) -> str:
    """How far the match has come."""
    words = tongue.table
    return f"{words['round']} {scene.view['round']}, {words['phase:' + scene.view['phase']]}"
