"""The colors of the game, in light and dark mode."""

from __future__ import annotations

from typing import Final

from engine.castle.names import TERRAINS
from engine.drawing import paints
from engine.drawing.svg import Paint

FREE: Final = Paint("free", "#ece4d2", "#262b35")
"""A cell without a tile."""
WALL: Final = Paint("wall", "#d9d0bf", "#3a4150")
TOWER: Final = Paint("tower", "#c1b69f", "#4d566a")
"""A corner tower of the wall."""
JOINT: Final = Paint("joint", "#8d8470", "#7d879a")
"""The joints between the stones of the wall."""
NIGHTLY: Final = (*paints.NIGHTLY, FREE, WALL, TOWER, JOINT)
"""The colors that differ in dark mode."""

# Tiles and pieces look the same in light and dark mode.
GROUNDS: Final = {
    terrain: Paint(terrain, colour, colour)
    for terrain, colour in zip(TERRAINS, ("#f6e7bd", "#5d5a80", "#ad4229", "#a5cc80"), strict=True)
}
WATER: Final = Paint("water", "#1f68a3", "#1f68a3")
MARK: Final = Paint("mark", "#a93f16", "#a93f16")
"""The color of the backs of wall tiles, and of the frame around the last tile."""
PAVING: Final = Paint("paving", "#cfc8b8", "#cfc8b8")
SEATS: Final = (Paint("first", "#163f7d", "#163f7d"), Paint("second", "#ffc928", "#ffc928"))
SEAT_INKS: Final = (paints.WHITE, paints.CARD_INK)
"""The color of letters on a piece of each seat, and of its outline."""
