"""Items of the score besides single cards, in French: title and reason. Titles of statistics."""

from __future__ import annotations

STATISTICS = {
    "character_kept": "Personnage gardé",
    "character_killed": "Cible choisie pour l'Assassin",
    "character_robbed": "Cible choisie pour le Voleur",
    "was_killed": "Son personnage assassiné",
    "district_built": "Quartier bâti",
    "round": "Manche",
    "pick": "Rang du choix",
    "city": "Quartiers dans sa cité",
}

SCORES = {
    "districts": ("Quartiers", "Les quartiers de la cité, selon leur coût."),
    "all_types": ("Les cinq types", "La cité a un quartier de chacun des cinq types."),
    "completion": ("Cité complète", "La cité a été complétée après une autre."),
    "completion:first": ("Première cité complète", "La cité a été complétée la première."),
}
