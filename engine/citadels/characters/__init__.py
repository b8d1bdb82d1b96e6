"""The characters, one file each."""

from __future__ import annotations

from typing import Final

from engine.citadels.card_files import find_characters
from engine.citadels.cards import Character

CHARACTERS: Final[dict[str, Character]] = find_characters(__name__, __path__)
"""The characters by name, in the order of their ranks."""
