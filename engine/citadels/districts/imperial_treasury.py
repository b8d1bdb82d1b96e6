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
    emblem = (
        "M1 7.2V6c0-2.2 1.5-3.5 3.5-3.5h7c2 0 3.5 1.3 3.5 3.5v1.2h-5V6H6v1.2z"
        "M1 8.4h5v1.8h4V8.4h5V14H1zM7.2 7h1.6v2.2H7.2z"
    )

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return match.gold[seat]
