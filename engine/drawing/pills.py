"""Pills: words in a rounded frame, in rows that break at the width."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.drawing.lettering import fit_text, label, width_of
from engine.drawing.svg import Block, Markup, Paint, group, join_markup, tag

HIGH: Final = 24
SIZE: Final = 13
SIDE: Final = 10
GAP: Final = 6


class Pill(NamedTuple):
    """Some words, their color, and the colors of the frame. ``bold`` emphasizes them."""

    text: str
    ink: Paint
    fill: Paint
    edge: Paint
    bold: bool = False


def draw_pill(pill: Pill, width: float) -> tuple[Markup, float]:
    """Draw a pill no wider than ``width``. Returns it with its width."""
    text = fit_text(pill.text, width - 2 * SIDE, SIZE, bold=pill.bold)
    wide = min(width, width_of(text, SIZE, bold=pill.bold) + 2 * SIDE)
    frame = tag(
        "rect",
        x=0.5,
        y=0.5,
        width=wide - 1,
        height=HIGH - 1,
        rx=HIGH / 2,
        fill=pill.fill,
        stroke=pill.edge,
    )
    words = label(
        text, wide / 2, HIGH / 2 + 4.5, size=SIZE, ink=pill.ink, bold=pill.bold, anchor="middle"
    )
    return join_markup((frame, words)), wide


def flowing(pills: Iterable[Pill], width: float) -> Block:
    """Lay out pills side by side, in as many rows as they need."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for pill in pills:
        markup, wide = draw_pill(pill, width)
        if x and x + wide > width:
            x, y = 0.0, y + HIGH + GAP
        parts.append(group(markup, x=x, y=y))
        x += wide + GAP
    return Block(join_markup(parts), y + HIGH if parts else 0)
