"""The numbers of districts and the ranks of characters by name, and the basic districts as data.

In the state a district is its number (plus ``BEAUTIFIED`` if the Artist beautified it), a character
its rank, since no two characters of one rank meet in a match. Names appear only at the border.
"""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
"""No seat."""

NOBLE: Final = 0
RELIGIOUS: Final = 1
TRADE: Final = 2
MILITARY: Final = 3
UNIQUE: Final = 4
TYPES: Final = ("noble", "religious", "trade", "military", "unique")

BASIC: Final[tuple[tuple[str, int, int, int], ...]] = (  # name, type, cost, copies (rules 2.2)
    ("temple", RELIGIOUS, 1, 3),
    ("church", RELIGIOUS, 2, 3),
    ("monastery", RELIGIOUS, 3, 3),
    ("cathedral", RELIGIOUS, 5, 2),
    ("watchtower", MILITARY, 1, 3),
    ("prison", MILITARY, 2, 3),
    ("barracks", MILITARY, 3, 3),
    ("fortress", MILITARY, 5, 2),
    ("manor", NOBLE, 3, 5),
    ("castle", NOBLE, 4, 4),
    ("palace", NOBLE, 5, 3),
    ("tavern", TRADE, 1, 5),
    ("trading_post", TRADE, 2, 3),
    ("market", TRADE, 2, 4),
    ("docks", TRADE, 3, 3),
    ("harbor", TRADE, 4, 3),
    ("town_hall", TRADE, 5, 2),
)

FIRST_UNIQUE: Final = len(BASIC)
LAST_UNIQUE: Final = FIRST_UNIQUE + 63
"""The numbers of unique districts. A set of them is stored as an integer of 64 bits."""

RANKS: Final = range(1, 10)

BEAUTIFIED: Final = 128
"""Added to a district's number in a city: it has a coin and costs 1 more (rules 8, Artist)."""

ONE: Final = tuple(bytes((number,)) for number in range(256))
"""``ONE[card]`` is the card as bytes, created once."""

PLAIN: Final = bytes(number % BEAUTIFIED for number in range(256))
"""``city.translate(PLAIN)`` removes the coins."""

RANK_1: Final = 1 << 1
"""The set of rank 1 alone. A set of ranks has the bit ``1 << rank`` for each of them."""

CROWN_RANK: Final = 4
"""The rank that deals with the crown, and that may not be face up (rules 5.2)."""


NUMBER_OF: Final[dict[str, int]] = {name: number for number, (name, *_) in enumerate(BASIC)}
DISTRICT_NAMES: Final = [name for name, *_ in BASIC] + [""] * (BEAUTIFIED - FIRST_UNIQUE)
RANK_OF: Final[dict[str, int]] = {}
"""The number of each district, the name of each number, and the rank of each character. The unique
districts and the characters are added when their packages are imported (``card_files.py``), so read
these tables only after that.
"""


def district_name(number: int) -> str:
    """Return the name of a district in a city or hand. A beautified one ends in ``+``."""
    if number >= BEAUTIFIED:
        return DISTRICT_NAMES[number - BEAUTIFIED] + "+"
    return DISTRICT_NAMES[number]
