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
    building = (
        "walls M2 0l-2-26h20l2 26z; roofs M-4-25l9-18 4 4 16 13z; walls M24 0l3-32h17l2 32z; "
        "roofs M23-31l15-20 10 19z; windows M6-16l6-1v6l-6 1zM32-24h6v6h-6zM14-6h4v-5h-4z; "
        "dark M29 0v-12h8V0zM20-50q6-5 8 1-3-1-4 3-1-4-4-4z"
    )
