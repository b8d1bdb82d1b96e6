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

EDITIONS = {"2016": "The 2016 edition", "classic": "The classic edition of 2000"}

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
    "noble": "A noble district: characters with noble income are paid for it.",
    "religious": "A religious district: characters with religious income are paid for it.",
    "trade": "A trade district: characters with trade income are paid for it.",
    "military": "A military district: characters with military income are paid for it.",
}
"""The texts of basic districts, by type."""
