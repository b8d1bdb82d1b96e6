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
    emblem = (
        "M2 13h12v2H2z"
        "M2.5 11.8C1 9 .8 5.5 3.5 5c2-.3 3.6 1 4.5 3 .9-2 2.5-3.3 4.5-3 2.7.5 2.5 4 1 6.8z"
        "M7.2.8h1.6v1.4h1.4v1.6H8.8v2H7.2v-2H5.8V2.2h1.4zM3.6 6.7q-.8.9.2 3.5h3.3q-.9-3.5-3.5-3.5z"
        "M12.4 6.7q.8.9-.2 3.5H8.9q.9-3.5 3.5-3.5z"
    )
