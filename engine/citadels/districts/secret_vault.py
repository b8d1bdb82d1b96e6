"""The Secret Vault."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class SecretVault(District):
    """Cannot be built. Scores 3 points if it is in hand at the end of the match."""

    name = "secret_vault"
    cost = None
    points_in_hand = 3

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return False
