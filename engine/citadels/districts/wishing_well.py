"""The Wishing Well."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.names import UNIQUE
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class WishingWell(District):
    """Scores 1 point for each unique district of the city, including itself."""

    name = "wishing_well"
    number = 46
    title = "Wishing Well"
    text = "At the end, 1 point for each of your unique districts, this one included."
    cost = 5
    emblem = (
        "M8 .6l6.7 4.6v1.3H1.3V5.2zM2.6 6.5h1.6v3.3H2.6zM11.8 6.5h1.6v3.3h-1.6z"
        "M7.4 6.5h1.2v1H10v2.3H6V7.5h1.4zM1.3 10.4h13.4l-.8 5H2.1zM4 12.3v1.2h3v-1.2z"
        "M9 12.3v1.2h3v-1.2z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return city.types.count(UNIQUE)
