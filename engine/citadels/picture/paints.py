"""The colours of the table, by day and by night."""

from __future__ import annotations

from typing import Final

from engine.citadels.names import TYPES
from engine.kernel.svg import Paint

GROUND: Final = Paint("ground", "#f1ebdf", "#15181f")
PANEL: Final = Paint("panel", "#fffdf8", "#20252f")
LINE: Final = Paint("line", "#d5cab6", "#3d4554")
INK: Final = Paint("ink", "#25211a", "#eceff4")
QUIET: Final = Paint("quiet", "#675f50", "#a9b2c0")
ACCENT: Final = Paint("accent", "#a93f16", "#ffa673")
GLOW: Final = Paint("glow", "#fdeee2", "#3a2a22")
VEIL: Final = Paint("veil", "#efe9fb", "#2a2740")
VEIL_EDGE: Final = Paint("veil-edge", "#7a63b5", "#9d8bd6")
CARD: Final = Paint("card", "#fdf8ec", "#e9e1ce")

# What lies on cards and coins is the same by day and by night.
CARD_INK: Final = Paint("card-ink", "#25211a", "#25211a")
COIN: Final = Paint("coin", "#f4cd55", "#f4cd55")
COIN_EDGE: Final = Paint("coin-edge", "#856814", "#856814")
WHITE: Final = Paint("white", "#ffffff", "#ffffff")
SUITS: Final = {
    kind: Paint(kind, colour, colour)
    for kind, colour in zip(
        TYPES, ("#e2ab2c", "#2b68ad", "#2a8247", "#b9362c", "#7449a8"), strict=True
    )
}
NIGHTLY: Final = (GROUND, PANEL, LINE, INK, QUIET, ACCENT, GLOW, VEIL, VEIL_EDGE, CARD)
"""Those that differ by night."""
