"""The Library."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Library(District):
    """When its owner gathers cards, all cards drawn are kept."""

    name = "library"
    cost = 6

    def adjust_kept(self, match: Match, kept: int, seat: int, drawn: int) -> int:
        return drawn
