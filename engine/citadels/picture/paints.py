"""The colors of the game, in light and dark mode."""

from __future__ import annotations

from typing import Final

from engine.citadels.names import TYPES
from tablekernel.drawing import paints
from tablekernel.drawing.svg import Paint

VEIL: Final = Paint("veil", "#efe9fb", "#2a2740")
VEIL_EDGE: Final = Paint("veil-edge", "#7a63b5", "#9d8bd6")
CARD: Final = Paint("card", "#fdf8ec", "#e9e1ce")
SKY: Final = Paint("sky", "#dde8ee", "#161c2b")
HILL: Final = Paint("hill", "#c6d3d6", "#222b40")
"""The horizon behind a city."""
EARTH: Final = Paint("earth", "#b9ad92", "#3b4050")
WINDOW: Final = Paint("window", "#f6eedb", "#ffd977")
"""Windows are lit at night."""
SUITS: Final = {
    kind: Paint(kind, colour, colour)
    for kind, colour in zip(
        TYPES, ("#e2ab2c", "#2b68ad", "#2a8247", "#b9362c", "#7449a8"), strict=True
    )
}
ROOFS: Final = {
    kind: Paint(f"{kind}-roof", colour, colour)
    for kind, colour in zip(
        TYPES, ("#a8741a", "#1b4478", "#1b5830", "#7f221b", "#4d2f75"), strict=True
    )
}
"""The roofs of the buildings of each type."""
SEATS: Final = tuple(
    Paint(f"seat-{number}", colour, colour)
    for number, colour in enumerate(
        ["#a3402a", "#2a5d8f", "#3f7040", "#6d4a94", "#8a6414", "#216a6d", "#96385f", "#55585f"]
    )
)
"""The color of the shield of each seat, on which letters are white."""
NIGHTLY: Final = (*paints.NIGHTLY, VEIL, VEIL_EDGE, CARD, SKY, HILL, EARTH, WINDOW)
"""The colors that differ in dark mode."""
