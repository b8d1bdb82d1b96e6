"""Format 1 of the state: a frame was stored as the name of its class and numbers."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.numbered import Numbered, name_frames, number_frames

FRAMES: Final = {
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
"""What class names and numbers meant. It never changes: matches are stored so, and moves have
hashes of that.
"""


def upcast_frames(document: dict[str, Any]) -> dict[str, Any]:
    """Turn format 1 into 2."""
    return name_frames(document, FRAMES)


def downcast_frames(document: dict[str, Any]) -> dict[str, Any] | None:
    """Turn format 2 into 1."""
    return number_frames(document, FRAMES)
