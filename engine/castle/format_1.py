"""Format 1 of the state, in which a frame was stored as the name of its class and numbers."""

from __future__ import annotations

from typing import Final

from tablekernel.numbered import Numbered

FORMAT_1: Final = {
    "Scoring": Numbered(
        "scoring",
        ("return_tied", "ask_next", "ask_double", "score"),
        ("spots", "chosen", "doubled"),
    ),
    "Turns": Numbered(
        "turns",
        ("draw", "ask_place", "ask_follower", "score", "ask_extra_turn", "close", "finish"),
        (),
    ),
}
"""The meaning of class names and numbers. It never changes: matches are stored with it, and moves
have hashes of it.
"""
