"""The colors of the game, in light and dark mode."""

from __future__ import annotations

from typing import Final

from engine.castle.names import TERRAINS
from tablekernel.drawing import paints
from tablekernel.drawing.svg import Paint

FREE: Final = Paint("free", "#e9e0cd", "#262b35")
"""A cell without a tile."""
WALL: Final = Paint("wall", "#d6ccb9", "#3a4150")
TOWER: Final = Paint("tower", "#c9bea8", "#475064")
"""A corner tower of the wall."""
JOINT: Final = Paint("joint", "#8d8470", "#7d879a")
"""The parapets of the wall, and the joints between its spaces."""
STONE: Final = Paint("stone", "#c8bda8", "#444c5c")
"""The stones of the wall: little different from the wall, since numbers stand on them."""
EMPTY: Final = Paint("empty", "#f3d27a", "#6b5420")
"""The largest empty region at the end of the match."""

DAYS: Final = ("#f2e4bd", "#566180", "#a34731", "#b4cf92")
NIGHTS: Final = ("#e2d2a6", "#465070", "#903a27", "#9dba7c")
GROUNDS: Final = {
    terrain: Paint(terrain, day, night)
    for terrain, day, night in zip(TERRAINS, DAYS, NIGHTS, strict=True)
}
"""The terrains: a little darker at night."""
BLADES: Final = Paint("blades", "#9bbb78", "#86a466")
"""The grass of courts."""
SLATES: Final = Paint("slates", "#6b7696", "#566183")
"""The joints of the stones of towers."""
TILES: Final = Paint("tiles", "#b9644d", "#a54f3a")
"""The edges of the tiles of roofs."""
RIM: Final = Paint("rim", "#5d5446", "#2b2722")
"""The outer edge of buildings and paths."""
EDGE: Final = Paint("edge", "#e8dcc3", "#a99f8b")
"""The inner edge of buildings, and what is open."""

NIGHTLY: Final = (
    *paints.NIGHTLY,
    FREE,
    WALL,
    TOWER,
    JOINT,
    STONE,
    EMPTY,
    *GROUNDS.values(),
    BLADES,
    SLATES,
    TILES,
    RIM,
    EDGE,
)
"""The colors that differ in dark mode."""

# Pieces look the same in light and dark mode.
WATER: Final = Paint("water", "#1f68a3", "#1f68a3")
MARK: Final = Paint("mark", "#a93f16", "#a93f16")
"""The color of the backs of wall tiles."""
PAVING: Final = Paint("paving", "#cfc8b8", "#cfc8b8")
SEATS: Final = (Paint("first", "#163f7d", "#163f7d"), Paint("second", "#ffc928", "#ffc928"))
SEAT_INKS: Final = (paints.WHITE, paints.CARD_INK)
"""The color of signs and numbers on a piece of each seat, and of its outline."""
