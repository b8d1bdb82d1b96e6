"""The Trader, rank 6."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.names import TRADE


class Trader(Character):
    """Gain 1 gold for each trade district. Trade districts do not count toward the building
    limit.
    """

    name = "trader"
    rank = 6
    title = "Trader"
    text = (
        "1 gold for each of your trade districts. Trade districts do not count toward your "
        "building limit."
    )
    brief = "Builds trade without limit"
    gem = TRADE
    uncounted = TRADE
    portrait = "turban feather beard"
    emblem = (
        "M4.2 1h7.6c.5.8.9 1.7 1.2 2.6H3C3.3 2.7 3.7 1.8 4.2 1z"
        "M2.6 4.8h10.8c.5 2.1.5 4.3 0 6.4H2.6c-.5-2.1-.5-4.3 0-6.4zM8 6.5a1.5 1.5 0 1 0 .1 0z"
        "M3 12.4h10c-.3.9-.7 1.8-1.2 2.6H4.2c-.5-.8-.9-1.7-1.2-2.6z"
    )
