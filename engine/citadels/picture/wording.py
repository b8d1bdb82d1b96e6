"""How things are put beside each other in words."""

from __future__ import annotations

from engine.citadels.text import Language
from engine.kernel.scene import Scene


def fact(what: str, value: object, tongue: Language) -> str:
    """A number or a word with what it is called."""
    return tongue.polished(tongue.table["fact"].format(what=what, value=value))


def headline(scene: Scene, tongue: Language) -> str:
    """How far the match has come."""
    words = tongue.table
    return f"{words['round']} {scene.view['round']}, {words['phase:' + scene.view['phase']]}"
