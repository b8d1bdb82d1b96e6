"""The Capitol."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match

ENOUGH: Final = 3


class Capitol(District):
    """Scores 3 points, once, if at least three districts of the city have the same type."""

    name = "capitol"
    number = 19
    title = "Capitol"
    text = "At the end, 3 points if at least three of your districts share a type."
    cost = 5
    emblem = (
        "M7.4.5h1.2v1.8a3.6 3.6 0 0 1 3.2 3.5H4.2a3.6 3.6 0 0 1 3.2-3.5zM1.5 6.8h13v1.6h-13z"
        "M2.4 9.2h1.9v3.9H2.4zM5.5 9.2h1.9v3.9H5.5zM8.6 9.2h1.9v3.9H8.6zM11.7 9.2h1.9v3.9h-1.9z"
        "M1 13.9h14v1.6H1z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return 3 if any(city.types.count(kind) >= ENOUGH for kind in set(city.types)) else 0
