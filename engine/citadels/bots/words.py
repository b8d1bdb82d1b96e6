"""The names and descriptions of levels and profiles, for users who choose a bot."""

from __future__ import annotations

WORDS = {
    "novice": "Picks any legal choice at random.",
    "easy": "Simple rules of thumb: the most income, the dearest district, the obvious target.",
    "medium": "Rules of thumb that guess who holds which character and plan the end game.",
    "hard": "Simulates a few possible courses of the round before each move.",
    "expert": "Simulates many possible courses of the round before each move.",
    "balanced": "Plays for the win by any means.",
    "builder": "Likes a rich city: saves for dear districts and the bonus for all types.",
    "thief": "Likes other players' gold and cards, and the characters that take them.",
    "rusher": "Builds many cheap districts quickly, to complete the first city.",
}
