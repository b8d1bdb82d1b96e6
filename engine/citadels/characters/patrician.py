"""The Patrician, rank 4."""

from __future__ import annotations

from engine.citadels.crown import CrownTaker
from engine.citadels.names import NOBLE


class Patrician(CrownTaker):
    """Take the crown. Gain 1 card for each noble district (R-13)."""

    name = "patrician"
    rank = 4
    title = "Patrician"
    text = "You take the crown. 1 card for each of your noble districts."
    brief = "Crown; cards for nobles"
    gem = NOBLE
    portrait = "laurel collar"
    pays = "cards"
