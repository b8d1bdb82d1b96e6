"""Descriptions of the levels and the profile."""

from __future__ import annotations

WORDS = {
    "novice": "Picks any legal choice at random.",
    "easy": "Simple rules of thumb: the place and the follower with the best immediate gain.",
    "expert": "Simulates many possible courses of the next turns before each move.",
    "balanced": "Plays for the win by any means.",
}
