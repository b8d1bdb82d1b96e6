"""The default move by topic: the tile has to lie somewhere, and the seed says where; no follower is
put out and no wall tile used.
"""

from __future__ import annotations

from engine.kernel.defaults import Policy, Wish

PASS = (Wish("pass"),)

DEFAULTS: Policy = {
    "place": (Wish("place"),),
    "follower": PASS,
    "order": (Wish("score"),),
    "double": PASS,
    "extra_turn": PASS,
}
