"""The unique districts, one file each. The basic ones are a table in ``names.py``."""

from __future__ import annotations

from typing import Final

from engine.citadels.card_files import find_districts
from engine.citadels.cards import District

DISTRICTS: Final[dict[str, District]] = find_districts(__name__, __path__)
"""The unique districts by name, in the order of their numbers."""
