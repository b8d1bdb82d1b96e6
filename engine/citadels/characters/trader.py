"""The Trader, rank 6."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.names import TRADE


class Trader(Character):
    """1 gold for each trade district; trade districts do not count towards the building limit."""

    name = "trader"
    gem = TRADE
    uncounted = TRADE
