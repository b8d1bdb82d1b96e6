"""What a terminal, and a player of plain sense, need to know of a game: a module for each, found by
the slug of its ruleset. A game without one is played by its texts alone.
"""

from __future__ import annotations

from typing import Any

from .castle import CastleGuide
from .citadels import CitadelsGuide
from .guide import Guide

__all__ = ["Guide", "guide_to"]

GUIDES: dict[str, type[Guide]] = {"citadels": CitadelsGuide, "castle": CastleGuide}


def guide_to(ruleset: str, catalogue: dict[str, Any]) -> Guide:
    """The guide to a game; ``catalogue`` is what ``Api.cards`` gives."""
    return GUIDES.get(ruleset, Guide)(catalogue)
