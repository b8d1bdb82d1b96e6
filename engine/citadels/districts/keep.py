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
    building = (
        "wall 8 38 38; teeth 6 42 38; wall 2 10 46; teeth 1 12 46; wall 42 10 46; "
        "teeth 41 12 46; door 20 14 18; rows 16 22 24 3 1; rows 4 6 16 1 2 14; "
        "rows 44 6 16 1 2 14"
    )

    def adjust_target(self, match: Match, allowed: bool, victim: int, district: int) -> bool:
        return allowed and district % BEAUTIFIED != self.number
