"""Descriptions of the levels and the profile."""

from __future__ import annotations

WORDS = {
    "random": "Picks any legal choice at random.",
    "greedy": "Simple rules of thumb: the place and the follower with the best immediate gain.",
    "quick": "Simulates many possible courses of the next turns before each move.",
    "balanced": "Plays for the win by any means.",
}
