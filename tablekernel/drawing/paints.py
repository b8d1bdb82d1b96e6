"""The colors that all pictures share, for light and dark mode."""

from __future__ import annotations

from typing import Final

from tablekernel.drawing.svg import Paint

GROUND: Final = Paint("ground", "#f1ebdf", "#15181f")
PANEL: Final = Paint("panel", "#fffdf8", "#20252f")
LINE: Final = Paint("line", "#d5cab6", "#3d4554")
INK: Final = Paint("ink", "#25211a", "#eceff4")
QUIET: Final = Paint("quiet", "#675f50", "#a9b2c0")
ACCENT: Final = Paint("accent", "#a93f16", "#ffa673")
GLOW: Final = Paint("glow", "#fdeee2", "#3a2a22")
LAST: Final = Paint("last", "#1f7a8c", "#6fd0e0")
"""The color of what the last move changed."""

# Cards and tiles look the same in light and dark mode.
CARD_INK: Final = Paint("card-ink", "#25211a", "#25211a")
COIN: Final = Paint("coin", "#f4cd55", "#f4cd55")
COIN_EDGE: Final = Paint("coin-edge", "#856814", "#856814")
WHITE: Final = Paint("white", "#ffffff", "#ffffff")

NIGHTLY: Final = (GROUND, PANEL, LINE, INK, QUIET, ACCENT, GLOW, LAST)
"""The colors that differ in dark mode."""


def text_fill(ink: Paint) -> Paint | None:
    """Return the ``fill`` of a text of a page: None for INK, the color of texts without one."""
    return None if ink == INK else ink
