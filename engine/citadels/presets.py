"""The seven printed presets of characters and unique districts (rules 3.2)."""

from __future__ import annotations

from typing import NamedTuple


class Preset(NamedTuple):
    """Characters by rank, the ninth ``None`` if none is printed, and 14 unique districts."""

    characters: tuple[str, ...]
    rank_9: str | None
    districts: tuple[str, ...]


PRESETS: dict[str, Preset] = {
    "first_game": Preset(
        (
            "assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord",
        ),
        None,
        (
            "dragon_gate", "factory", "haunted_quarter", "imperial_treasury", "keep", "laboratory",
            "library", "map_room", "quarry", "school_of_magic", "smithy", "statue", "thieves_den",
            "wishing_well",
        ),
    ),
    "ambitious_aristocrats": Preset(
        (
            "magistrate", "thief", "wizard", "patrician", "bishop", "trader", "architect",
            "marshal",
        ),
        "queen",
        (
            "capitol", "factory", "framework", "great_wall", "haunted_quarter", "keep",
            "necropolis", "park", "poor_house", "quarry", "school_of_magic", "stables", "statue",
            "thieves_den",
        ),
    ),
    "cunning_agents": Preset(
        (
            "witch", "blackmailer", "magician", "emperor", "abbot", "alchemist", "architect",
            "warlord",
        ),
        "tax_collector",
        (
            "armory", "basilica", "dragon_gate", "gold_mine", "keep", "monument", "museum",
            "necropolis", "park", "poor_house", "quarry", "secret_vault", "smithy", "theater",
        ),
    ),
    "illustrious_emissaries": Preset(
        (
            "witch", "spy", "seer", "emperor", "bishop", "merchant", "scholar", "diplomat",
        ),
        "artist",
        (
            "factory", "framework", "great_wall", "haunted_quarter", "ivory_tower", "keep",
            "library", "museum", "observatory", "park", "poor_house", "quarry", "school_of_magic",
            "smithy",
        ),
    ),
    "devious_dignitaries": Preset(
        (
            "magistrate", "blackmailer", "wizard", "king", "abbot", "alchemist", "navigator",
            "marshal",
        ),
        "queen",
        (
            "dragon_gate", "factory", "framework", "haunted_quarter", "laboratory", "necropolis",
            "park", "poor_house", "secret_vault", "smithy", "stables", "theater", "thieves_den",
            "wishing_well",
        ),
    ),
    "tenacious_delegates": Preset(
        (
            "assassin", "spy", "seer", "king", "cardinal", "trader", "scholar", "diplomat",
        ),
        "artist",
        (
            "basilica", "capitol", "haunted_quarter", "imperial_treasury", "laboratory", "library",
            "map_room", "observatory", "school_of_magic", "secret_vault", "smithy", "stables",
            "statue", "wishing_well",
        ),
    ),
    "vicious_nobles": Preset(
        (
            "assassin", "thief", "magician", "patrician", "cardinal", "merchant", "navigator",
            "warlord",
        ),
        "tax_collector",
        (
            "armory", "basilica", "dragon_gate", "gold_mine", "imperial_treasury", "ivory_tower",
            "laboratory", "map_room", "monument", "museum", "school_of_magic", "statue",
            "thieves_den", "wishing_well",
        ),
    ),
}  # fmt: skip
