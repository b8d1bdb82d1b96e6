"""The King, rank 4."""

from __future__ import annotations

from engine.citadels.crown import CrownTaker
from engine.citadels.names import NOBLE


class King(CrownTaker):
    """Takes the crown; 1 gold for each noble district."""

    name = "king"
    gem = NOBLE
