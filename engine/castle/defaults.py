"""The default move by topic: a tile has to be laid, and the seed decides where; no follower is
placed and no wall tile used.
"""

from __future__ import annotations

from tablekernel.defaults import Policy, Wish

PASS = (Wish("pass"),)

DEFAULTS: Policy = {
    "place": (Wish("place"),),
    "follower": PASS,
    "order": (Wish("score"),),
    "double": PASS,
    "extra_turn": PASS,
}
