"""The default move by topic: take gold, use no ability, give away what is cheapest, end the turn.

Nothing is built, revealed or destroyed that need not be. What must be named or kept is left to the
seed: any other rule would tell who sees the timeout what the seat holds.
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
    "action": (Wish("end_turn"), Wish("crown")),  # the Emperor's turn does not end without it
    "payment": (
        Wish("pay:gold"),
        Wish("pay_card", CHEAPEST),
        Wish("borrow"),
        Wish("pay:framework"),
        Wish("sacrifice", CHEAPEST),
    ),
    # -- threats and warrants; what a bribe costs is known, what a refusal costs is not
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
