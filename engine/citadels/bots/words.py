"""What the levels and the profiles are, for who chooses a bot."""

from __future__ import annotations

WORDS = {
    "random": "Any legal choice, each as likely as the others.",
    "greedy": "Plain rules of thumb: the most income, the dearest district, the obvious target.",
    "heuristic": "Rules of thumb that guess who holds which character, and know the end game.",
    "quick": "Plays the round out in its head, in many ways it may go, for a moment.",
    "balanced": "Plays for the win, whatever the way.",
    "builder": "Fond of a rich city: saves for dear districts and the bonus for all types.",
    "thief": "Fond of other people's gold and cards, and of whoever takes them.",
    "rusher": "In a hurry: cheap districts, many of them, and the first complete city.",
}
