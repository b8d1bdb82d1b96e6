"""The default move by topic: take gold, use no ability, give away what is cheapest, end the turn.

It builds, reveals and destroys nothing unless it has to. The seed decides what to name or keep: any
other rule would reveal what the seat holds to anyone who sees the timeout.
"""

from __future__ import annotations

from engine.citadels.all_cards import collect
from engine.citadels.members import CHEAPEST
from tablekernel.defaults import Policy, Wish

SHARED: Policy = {
    # -- choosing characters
    "keep_character": (Wish("keep"),),
    "discard_character": (Wish("discard"),),
    # -- the turn
    "gather": (Wish("gather:gold"),),
    "keep_card": (Wish("keep"),),
    "action": (Wish("end_turn"), Wish("crown")),  # the Emperor's turn cannot end without it
    "payment": (
        Wish("pay:gold"),
        Wish("pay_card", CHEAPEST),
        Wish("borrow"),
        Wish("pay:framework"),
        Wish("sacrifice", CHEAPEST),
    ),
    # -- what several cards ask
    "blank_marker": (Wish("blank"),),
    "give_card": (Wish("give", CHEAPEST),),
}

DEFAULTS: Policy = collect(SHARED, lambda card: card.defaults)
