"""The Monument."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.state import Match

TOO_MANY: Final = 5


class Monument(District):
    """Counts as two districts toward a completed city, and as one for everything else. It cannot be
    built in a city of 5 or more districts (R-53).
    """

    name = "monument"
    cost = 4
    size = 2

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return allowed and len(match.city[seat]) < TOO_MANY
