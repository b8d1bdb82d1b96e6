"""The Secret Vault."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class SecretVault(District):
    """Cannot be built. Scores 3 points if it is in hand at the end of the match."""

    name = "secret_vault"
    number = 40
    title = "Secret Vault"
    text = "Cannot be built. 3 points if it is in your hand at the end."
    cost = None
    worth = 3.0  # in hand only
    points_in_hand = 3
    emblem = (
        "M4 7V5a4 4 0 0 1 8 0v2h1.5v8h-11V7zM6 7h4V5a2 2 0 0 0-4 0z"
        "M8 8.8a1.4 1.4 0 0 0-.8 2.5v2h1.6v-2A1.4 1.4 0 0 0 8 8.8z"
    )

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return False
