"""The Bishop, rank 5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.citadels.cards import Character
from engine.citadels.names import RELIGIOUS
from engine.citadels.state import Match


class Bishop(Character):
    """1 gold for each religious district; rank 8 cannot use its ability on the Bishop's city."""

    name = "bishop"
    gem = RELIGIOUS

    def adjust_protected(self, match: Match, safe: Sequence[int]) -> Sequence[int]:
        """Whoever plays the Bishop is protected for the whole round once he is revealed (R-75), so
        not while killed.
        """
        return [*safe, match.player(self.rank)] if match.shown >> self.rank & 1 else safe
