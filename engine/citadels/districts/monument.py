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
    number = 32
    title = "Monument"
    text = (
        "Counts as two districts toward a completed city. Cannot be built if your city has five or "
        "more."
    )
    cost = 4
    worth = 1.8  # it counts as two steps
    size = 2
    building = (
        "wall 8 44 4; wall 13 34 4 4; wall 18 24 8 8; walls M24-16l2-36h8l2 36z; "
        "roofs M26-52l4-10 4 10z; "
        "dark M21-9h18v-4H21zM28-22h4v-4h-4zM28-32h4v-4h-4zM28-42h4v-4h-4z; "
        "roofs M2 0v-12h1.5V0zM56 0v-12h1.5V0zM1-12q2-6 4 0zM55-12q2-6 4 0z"
    )

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return allowed and len(match.city[seat]) < TOO_MANY
