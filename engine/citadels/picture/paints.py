"""The colors of the game, in light and dark mode."""

from __future__ import annotations

from typing import Final

from engine.citadels.names import TYPES
from engine.drawing import paints
from engine.drawing.svg import Paint

VEIL: Final = Paint("veil", "#efe9fb", "#2a2740")
VEIL_EDGE: Final = Paint("veil-edge", "#7a63b5", "#9d8bd6")
CARD: Final = Paint("card", "#fdf8ec", "#e9e1ce")
SUITS: Final = {
    kind: Paint(kind, colour, colour)
    for kind, colour in zip(
        TYPES, ("#e2ab2c", "#2b68ad", "#2a8247", "#b9362c", "#7449a8"), strict=True
    )
}
NIGHTLY: Final = (*paints.NIGHTLY, VEIL, VEIL_EDGE, CARD)
"""The colors that differ in dark mode."""
