"""The names and descriptions of levels and profiles, for users who choose a bot."""

from __future__ import annotations

WORDS = {
    "novice": "Plays at random, but takes what is free and mostly builds.",
    "easy": "Builds by rules of thumb, but chooses and names characters at random.",
    "medium": "Rules of thumb that keep what strong bots keep and guess who has which character.",
    "hard": "Simulates a few possible courses of the round before each move.",
    "expert": "Simulates many possible courses of the round before each move.",
    "master": "Simulates this round and the next one, and takes a few seconds for each move.",
    "balanced": "Plays for the win by any means.",
    "builder": "Likes a rich city: saves for dear districts and the bonus for all types.",
    "thief": "Likes other players' gold and cards, and the characters that take them.",
    "rusher": "Builds many cheap districts quickly, to complete the first city.",
}
