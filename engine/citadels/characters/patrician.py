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
    emblem = (
        "M8 .6c3.2 3.5 3.2 5.6 1.4 8.9H6.6C4.8 6.2 4.8 4.1 8 .6z"
        "M5.6 9.5C5.6 6.5 4.2 5 2.6 5 1 5 .2 6.6.8 8c.5 1 1.7 1.2 2.6.6l.3.9z"
        "M10.4 9.5c0-3 1.4-4.5 3-4.5C15 5 15.8 6.6 15.2 8c-.5 1-1.7 1.2-2.6.6l-.3.9z"
        "M3.5 10.4h9v1.4h-9zM6.4 12.6h3.2L8 15.6z"
    )
    pays = "cards"
