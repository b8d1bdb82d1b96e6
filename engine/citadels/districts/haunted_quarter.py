"""The Haunted Quarter."""

from __future__ import annotations

from engine.citadels.cards import District


class HauntedQuarter(District):
    """Counts as one type of the owner's choice for all scoring. The best total is computed for them
    (R-59).
    """

    name = "haunted_quarter"
    cost = 2
    counts_as_any = True
