"""The Library."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Library(District):
    """Its owner keeps all cards drawn when gathering cards."""

    name = "library"
    cost = 6

    def adjust_kept(self, match: Match, kept: int, seat: int, drawn: int) -> int:
        return drawn
