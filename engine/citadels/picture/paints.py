"""The colors of the game, in light and dark mode."""

from __future__ import annotations

from typing import Final

from engine.citadels.names import TYPES
from tablekernel.drawing import paints
from tablekernel.drawing.svg import Paint

CARD: Final = Paint("card", "#fdf8ec", "#e9e1ce")
SKY: Final = Paint("sky", "#dde8ee", "#161c2b")
HILL: Final = Paint("hill", "#c6d3d6", "#222b40")
"""The horizon behind a city."""
EARTH: Final = Paint("earth", "#b9ad92", "#3b4050")
STONE: Final = Paint("stone", "#d9d0bd", "#5a6275")
"""The wall around a complete city."""
WINDOW: Final = Paint("window", "#5b6478", "#ffd977")
"""Windows are lit at night."""
SUITS: Final = {
    kind: Paint(kind, colour, colour)
    for kind, colour in zip(
        TYPES, ("#e2ab2c", "#2b68ad", "#2a8247", "#b9362c", "#7449a8"), strict=True
    )
}
WALLS: Final = {
    kind: Paint(f"{kind[:2]}", day, night)
    for kind, day, night in zip(
        TYPES,
        ("#f1d791", "#b7cbe6", "#b9d6b9", "#e6b7aa", "#cdbbe4"),
        ("#6d5626", "#324a70", "#2c5540", "#6e3732", "#4d3d70"),
        strict=True,
    )
}
"""The walls of the buildings of each type: dark at night."""
ROOFS: Final = {
    kind: Paint(f"{kind}-roof", colour, colour)
    for kind, colour in zip(
        TYPES, ("#a8741a", "#1b4478", "#1b5830", "#7f221b", "#4d2f75"), strict=True
    )
}
"""The doors and beams of the buildings of each type."""
ROBES: Final = {
    rank: Paint(f"robe-{rank}", colour, colour)
    for rank, colour in enumerate(
        ["#3a3f4c", "#6b4a2f", "#4c3f93", "#8d6410", "#2b68ad", "#2a7a45", "#1f6f78", "#b0342b",
         "#8a3f6b"],
        start=1,
    )
}  # fmt: skip
"""The color of a character by its rank. Portraits look the same in light and dark mode."""
SKINS: Final = tuple(
    Paint(f"skin-{number}", colour, colour)
    for number, colour in enumerate(["#f0c9a4", "#c98f62", "#e2b48a", "#8d5a3b"])
)
HAIR: Final = Paint("hair", "#4a3324", "#4a3324")
METAL: Final = Paint("metal", "#9aa3b0", "#9aa3b0")
SHADE: Final = Paint("shade", "#2b2a33", "#2b2a33")
PARCHMENT: Final = Paint("parchment", "#efe3c6", "#efe3c6")
SEATS: Final = tuple(
    Paint(f"seat-{number}", colour, colour)
    for number, colour in enumerate(
        ["#a3402a", "#2a5d8f", "#3f7040", "#6d4a94", "#8a6414", "#216a6d", "#96385f", "#55585f"]
    )
)
"""The color of the shield of each seat, on which letters are white."""
NIGHTLY: Final = (*paints.NIGHTLY, CARD, SKY, HILL, EARTH, STONE, WINDOW, *WALLS.values())
"""The colors that differ in dark mode."""
