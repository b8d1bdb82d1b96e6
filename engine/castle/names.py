"""Names and numbers of the parts of the game.

In the state everything is a number; names appear only at the border. A **slot** is a place on the
edge of a tile: the middle of a side, or on a side with a path the court strip to its left or right.
Seen from outside with the side on top, ``Nl`` comes before ``N``, and ``Nr`` after it: that is the
clockwise order.
"""

from __future__ import annotations

from typing import Final

PATH: Final = 0
TOWER: Final = 1
HOUSE: Final = 2
COURT: Final = 3
TERRAINS: Final = ("path", "tower", "house", "court")
ROLES: Final = ("herald", "knight", "squire", "merchant")
"""The name of a follower on each terrain (1.4)."""

SIDES: Final = ("N", "E", "S", "W")
MIDDLE: Final = 0
LEFT: Final = 1
RIGHT: Final = 2
PARTS: Final = 3
SLOTS: Final = tuple([side + part for side in SIDES for part in ("", "l", "r")])
"""``SLOTS[3 * side + part]``."""

CLOCKWISE: Final = tuple([3 * side + part for side in range(4) for part in (LEFT, MIDDLE, RIGHT)])
"""The slots in clockwise order."""

PLACE_BITS: Final = 3
"""A follower's place is its cell and segment: ``cell << 3 | segment``."""

SEATS: Final = 2
NOBODY: Final = -1

EXTRA_TURN: Final = 1
DOUBLES: Final = {TOWER: 2, HOUSE: 3}
UNFINISHED: Final = {PATH: 4, TOWER: 5, HOUSE: 6}
MARKETS: Final = 7
LARGER_KEEP: Final = 8
POINTS: Final = 9
"""The wall tiles by their effect (1.8)."""

WALL_TILES: Final = bytes(range(1, 10)) * 2
"""Two of each kind."""


def turn_slot(slot: int, rotation: int) -> int:
    """Return a slot after a number of quarter turns clockwise."""
    return (slot + PARTS * rotation) % len(SLOTS)


def opposite(side: int) -> int:
    """Return the side of the neighbor that touches this one."""
    return (side + 2) % 4
