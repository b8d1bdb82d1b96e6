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
    building = (
        "wall 18 30 14; "
        "dark M16-14h34v-3H16zM20-17h3v-19h-3zM43-17h3v-19h-3zM23-30h20v2H23z"
        "M32.5-28h1v7h-1z; roof 15 36 36 15; roofs M30-22h6v5h-6z; "
        "dark M18-9h30v-1H18zM18-5h30v-1H18zM26-5v-4h1v4zM37-9v-4h1v4z; "
        "roofs M0 0q-1-11 7-12 9 1 8 12zM52 0q-1-14 7-16 8 2 7 16z; "
        "windows M5-7a1.5 1.5 0 1 0 .1 0zM9-4a1.5 1.5 0 1 0 .1 0zM58-9a1.5 1.5 0 1 0 .1 0z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return city.types.count(UNIQUE)
