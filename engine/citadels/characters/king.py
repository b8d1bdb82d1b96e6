"""The King, rank 4."""

from __future__ import annotations

from engine.citadels.crown import CrownTaker
from engine.citadels.names import NOBLE


class King(CrownTaker):
    """Take the crown. Gain 1 gold for each noble district."""

    name = "king"
    gem = NOBLE
