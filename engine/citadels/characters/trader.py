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
