"""The Haunted Quarter."""

from __future__ import annotations

from engine.citadels.cards import District


class HauntedQuarter(District):
    """Counts as one type of the owner's choice for all scoring. The best total is computed for them
    (R-59).
    """

    name = "haunted_quarter"
    number = 25
    title = "Haunted Quarter"
    text = "At the end it counts as whichever type suits you best."
    cost = 2
    worth = 0.8  # the missing type
    counts_as_any = True
    emblem = (
        "M8 1C4.6 1 2.5 3.6 2.5 7v8l2.2-1.8L6.3 15 8 13.2 9.7 15l1.6-1.8 2.2 1.8V7"
        "c0-3.4-2.1-6-5.5-6zM6 5.5a1.2 1.5 0 1 0 .1 0zM10 5.5a1.2 1.5 0 1 0 .1 0z"
    )
