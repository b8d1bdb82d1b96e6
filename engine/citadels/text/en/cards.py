"""Types, presets and basic districts, in English. Characters and unique districts have texts of
their own, in their files.
"""

from __future__ import annotations

TYPES = {
    "noble": "noble",
    "religious": "religious",
    "trade": "trade",
    "military": "military",
    "unique": "unique",
}

PRESETS = {
    "first_game": "Your First Game",
    "ambitious_aristocrats": "Ambitious Aristocrats",
    "cunning_agents": "Cunning Agents",
    "illustrious_emissaries": "Illustrious Emissaries",
    "devious_dignitaries": "Devious Dignitaries",
    "tenacious_delegates": "Tenacious Delegates",
    "vicious_nobles": "Vicious Nobles",
    "custom": "Custom",
    "surprise": "Surprise",
}

TEXTS = {
    "noble": "A noble district. It does nothing by itself.",
    "religious": "A religious district. It does nothing by itself.",
    "trade": "A trade district. It does nothing by itself.",
    "military": "A military district. It does nothing by itself.",
}
"""The texts of basic districts, by type."""
