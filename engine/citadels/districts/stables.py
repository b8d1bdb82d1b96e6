"""The Stables."""

from __future__ import annotations

from engine.citadels.cards import District


class Stables(District):
    """Building it does not count towards the building limit."""

    name = "stables"
    cost = 2
    counts = False
