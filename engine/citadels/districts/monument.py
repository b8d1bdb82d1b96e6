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
    emblem = "M8 .5l2 2.2.9 9.3H5.1L6 2.7zM3.8 12.9h8.4V14H14v1.5H2V14h1.8z"

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return allowed and len(match.city[seat]) < TOO_MANY
