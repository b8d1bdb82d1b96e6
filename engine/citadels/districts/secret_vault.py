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
    building = (
        "walls M2 0v-20q2-14 28-14t28 14V0z; "
        "roofs M0-20q2-17 30-17t30 17h-4q-2-12-26-12T4-20z; dark M30-29a13 13 0 1 0 .1 0z; "
        "windows M30-24a4.5 4.5 0 0 1 2.5 8l2 8h-9l2-8a4.5 4.5 0 0 1 2.5-8z; "
        "dark M6-14h8v2H6zM6-8h8v2H6zM46-14h8v2h-8zM46-8h8v2h-8z"
    )

    def adjust_may_build(self, match: Match, allowed: bool, seat: int) -> bool:
        return False
