"""The default move by topic: take gold, use no ability, give away what is cheapest, end the turn.

It builds, reveals and destroys nothing unless it has to. The seed decides what to name or keep: any
other rule would reveal what the seat holds to anyone who sees the timeout.
"""

from __future__ import annotations

from engine.kernel.defaults import Policy, Wish

PASS = (Wish("pass"),)
STOP = Wish("stop")
CHEAPEST = "cost"

DEFAULTS: Policy = {
    # -- choosing characters
    "keep_character": (Wish("keep"),),
    "discard_character": (Wish("discard"),),
    "theater": PASS,
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
    # -- threats and warrants; the cost of a bribe is known, that of a refusal is not
    "blank_marker": (Wish("blank"),),
    "confiscate": PASS,
    "bribe": (Wish("bribe"),),
    "reveal_threat": PASS,
    # -- abilities that have begun
    "bewitch": (Wish("bewitch"),),
    "discard_card": (STOP, Wish("discard", CHEAPEST)),
    "wizard_card": (Wish("take"),),
    "give_card": (Wish("give", CHEAPEST),),
    "give_district": (Wish("give_district", CHEAPEST),),
    "beautify": (STOP,),
    "crown": (Wish("crown"),),
}
