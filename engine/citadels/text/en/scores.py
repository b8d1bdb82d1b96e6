"""Items of the score besides single cards, in English: title and reason."""

from __future__ import annotations

SCORES = {
    "districts": ("Districts", "The districts of the city, by their cost."),
    "all_types": ("All five types", "The city has a district of each of the five types."),
    "completion": ("Complete city", "The city was completed after another one."),
    "completion:first": ("First complete city", "The city was the first to be completed."),
}
