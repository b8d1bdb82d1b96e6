"""Items of the score besides single cards, in French: title and reason."""

from __future__ import annotations

SCORES = {
    "districts": ("Quartiers", "Les quartiers de la cité, selon leur coût."),
    "all_types": ("Les cinq types", "La cité a un quartier de chacun des cinq types."),
    "completion": ("Cité complète", "La cité a été complétée après une autre."),
    "completion:first": ("Première cité complète", "La cité a été complétée la première."),
}
