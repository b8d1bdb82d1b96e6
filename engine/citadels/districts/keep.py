"""The Keep."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import BEAUTIFIED
from engine.citadels.state import Match


class Keep(District):
    """Rank 8 can never affect it, not even if its owner is rank 8 (R-42)."""

    name = "keep"
    cost = 3

    def adjust_target(self, match: Match, allowed: bool, victim: int, district: int) -> bool:
        return allowed and district % BEAUTIFIED != self.number
