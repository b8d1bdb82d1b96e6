"""The Keep."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import BEAUTIFIED
from engine.citadels.state import Match


class Keep(District):
    """Rank 8 can never affect it, not even if its owner is rank 8 (R-42)."""

    name = "keep"
    number = 28
    title = "Keep"
    text = "Rank 8 cannot affect the Keep."
    cost = 3
    worth = 0.4
    emblem = "M2.5 1h2.7v2h1.5V1h2.6v2h1.5V1h2.7v5H12v9H9.8v-2.8a1.8 1.8 0 0 0-3.6 0V15H4V6H2.5z"

    def adjust_target(self, match: Match, allowed: bool, victim: int, district: int) -> bool:
        return allowed and district % BEAUTIFIED != self.number
