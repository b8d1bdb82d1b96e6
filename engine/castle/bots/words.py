"""What the levels and the profile are, for who chooses a bot."""

from __future__ import annotations

WORDS = {
    "random": "Any legal choice, each as likely as the others.",
    "greedy": "Plain rules of thumb: the place and the follower that promise most at once.",
    "quick": "Plays some turns out in its head, in many ways they may go, for a moment.",
    "balanced": "Plays for the win, whatever the way.",
}
