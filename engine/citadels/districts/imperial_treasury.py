"""The Imperial Treasury."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match


class ImperialTreasury(District):
    """Scores 1 point for each gold in the stash. Coins on districts do not count (rules 1)."""

    name = "imperial_treasury"
    cost = 5

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return match.gold[seat]
