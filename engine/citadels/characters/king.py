"""The King, rank 4."""

from __future__ import annotations

from engine.citadels.crown import CrownTaker
from engine.citadels.names import NOBLE


class King(CrownTaker):
    """Take the crown. Gain 1 gold for each noble district."""

    name = "king"
    rank = 4
    title = "King"
    text = "You take the crown. 1 gold for each of your noble districts."
    brief = "Crown; gold for nobles"
    gem = NOBLE
    portrait = "crown beard"
