"""The cards of the published versions of the rules. What stands here never changes.

A random card set is drawn from the pool of the version, in this order. A card that is not in the
pool can be chosen by name, and is drawn as soon as a new version has it in its own pool
(docs/how-to-change-the-rules.md).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Pool(NamedTuple):
    """What a random card set is drawn from: characters by rank, and unique districts."""

    characters: tuple[tuple[str, ...], ...]
    districts: tuple[str, ...]


POOL_2016: Final = Pool(
    characters=(
        ("assassin", "witch", "magistrate"),
        ("thief", "spy", "blackmailer"),
        ("magician", "wizard", "seer"),
        ("king", "emperor", "patrician"),
        ("bishop", "abbot", "cardinal"),
        ("merchant", "alchemist", "trader"),
        ("architect", "navigator", "scholar"),
        ("warlord", "diplomat", "marshal"),
        ("queen", "artist", "tax_collector"),
    ),
    districts=(
        "armory", "basilica", "capitol", "dragon_gate", "factory", "framework", "gold_mine",
        "great_wall", "haunted_quarter", "imperial_treasury", "ivory_tower", "keep", "laboratory",
        "library", "map_room", "monument", "museum", "necropolis", "observatory", "park",
        "poor_house", "quarry", "school_of_magic", "secret_vault", "smithy", "stables", "statue",
        "theater", "thieves_den", "wishing_well",
    ),
)  # fmt: skip
"""The pool of citadels/2016.1 and 2016.2: all 27 characters and 30 unique districts of the 2016
edition. A later version has a pool of its own.
"""

CHARACTER_RANKS: Final[dict[str, int]] = {
    name: rank for rank, row in enumerate(POOL_2016.characters, start=1) for name in row
}
"""The published characters, with their ranks in stored matches (rules 2.4). Later ones are
added.
"""

DISTRICT_NUMBERS: Final[dict[str, int]] = {
    "armory": 17,
    "basilica": 18,
    "capitol": 19,
    "dragon_gate": 20,
    "factory": 21,
    "framework": 22,
    "gold_mine": 23,
    "great_wall": 24,
    "haunted_quarter": 25,
    "imperial_treasury": 26,
    "ivory_tower": 27,
    "keep": 28,
    "laboratory": 29,
    "library": 30,
    "map_room": 31,
    "monument": 32,
    "museum": 33,
    "necropolis": 34,
    "observatory": 35,
    "park": 36,
    "poor_house": 37,
    "quarry": 38,
    "school_of_magic": 39,
    "secret_vault": 40,
    "smithy": 41,
    "stables": 42,
    "statue": 43,
    "theater": 44,
    "thieves_den": 45,
    "wishing_well": 46,
}
"""The published unique districts, with their numbers in stored matches (rules 2.3). Later
ones are added.
"""

PUBLISHED: Final = frozenset({*CHARACTER_RANKS, *DISTRICT_NUMBERS})
"""The names of all published cards."""
