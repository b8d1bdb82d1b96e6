"""The names and numbers of all cards, as data.

In the state a district is its number (0 to 46; plus ``BEAUTIFIED`` if the Artist beautified it), a
character its rank, since no two characters of one rank meet in a match. Names appear only at the
border.
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

UNIQUES: Final[tuple[str, ...]] = (  # one copy each (rules 2.3); the card has the cost
    "armory", "basilica", "capitol", "dragon_gate", "factory", "framework", "gold_mine",
    "great_wall", "haunted_quarter", "imperial_treasury", "ivory_tower", "keep", "laboratory",
    "library", "map_room", "monument", "museum", "necropolis", "observatory", "park",
    "poor_house", "quarry", "school_of_magic", "secret_vault", "smithy", "stables", "statue",
    "theater", "thieves_den", "wishing_well",
)  # fmt: skip

CHARACTERS: Final[tuple[tuple[str, str, str], ...]] = (  # rank 1 first, three per rank (rules 2.4)
    ("assassin", "witch", "magistrate"),
    ("thief", "spy", "blackmailer"),
    ("magician", "wizard", "seer"),
    ("king", "emperor", "patrician"),
    ("bishop", "abbot", "cardinal"),
    ("merchant", "alchemist", "trader"),
    ("architect", "navigator", "scholar"),
    ("warlord", "diplomat", "marshal"),
    ("queen", "artist", "tax_collector"),
)

RANK_OF: Final = {name: rank for rank, row in enumerate(CHARACTERS, start=1) for name in row}
DISTRICTS: Final = tuple(name for name, *_ in BASIC) + UNIQUES
NUMBER_OF: Final = {name: number for number, name in enumerate(DISTRICTS)}
FIRST_UNIQUE: Final = len(BASIC)
KINDS: Final = len(DISTRICTS)

BEAUTIFIED: Final = 128
"""Added to a district's number in a city: it has a coin and costs 1 more (rules 8, Artist)."""

ONE: Final = tuple(bytes((number,)) for number in range(256))
"""``ONE[card]`` is the card as bytes, created once."""

PLAIN: Final = bytes(number % BEAUTIFIED for number in range(256))
"""``city.translate(PLAIN)`` removes the coins."""

CROWN_RANK: Final = 4
"""The rank that deals with the crown, and that may not be face up (rules 5.2)."""


def district_name(number: int) -> str:
    """Return the name of a district in a city or hand. A beautified one ends in ``+``."""
    if number >= BEAUTIFIED:
        return DISTRICTS[number - BEAUTIFIED] + "+"
    return DISTRICTS[number]
