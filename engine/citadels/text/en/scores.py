"""Items of the score besides single cards, in English: title and reason. Titles of statistics."""

from __future__ import annotations

STATISTICS = {
    "character_kept": "Character kept",
    "character_killed": "Character named to be killed",
    "character_robbed": "Character named to be robbed",
    "was_killed": "Own character that was killed",
    "district_built": "District built",
    "round": "Round",
    "pick": "Pick in the draft",
    "city": "Districts in the own city",
}

SCORES = {
    "districts": ("Districts", "The districts of the city, by their cost."),
    "all_types": ("All five types", "The city has a district of each of the five types."),
    "completion": ("Complete city", "The city was completed after another one."),
    "completion:first": ("First complete city", "The city was the first to be completed."),
}
