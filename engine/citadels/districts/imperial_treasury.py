"""The Imperial Treasury."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class ImperialTreasury(District):
    """Scores 1 point for each gold in the stash. Coins on districts do not count (rules 1)."""

    name = "imperial_treasury"
    number = 26
    title = "Imperial Treasury"
    text = "At the end, 1 point for each gold you have."
    cost = 5
    building = (
        "wall 3 60 34; dark M0-34h66v-5H0z; hip 6 54 39 14; wall 0 66 3; rose 33 19 8; "
        "dark M33-33a14 14 0 1 0 .1 0zM6-30h6v26H6zM54-30h6v26h-6z; "
        "roofs M33-64a5.5 5.5 0 1 0 .1 0z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return match.gold[seat]
