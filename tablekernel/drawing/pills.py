"""Pills: words in a rounded frame, in rows that break at the width."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablekernel.drawing.lettering import SMALL, fit_text, width_of
from tablekernel.drawing.paints import text_fill
from tablekernel.drawing.svg import Block, Markup, Paint, group, join_markup, tag

HIGH: Final = 28
SIDE: Final = 10
SIGN: Final = 17
"""The space for an emblem before the words."""
GAP: Final = 6


class Pill(NamedTuple):
    """Some words, their color, and the colors of the frame. ``bold`` emphasizes them; ``sign`` is
    drawn before them, in a square of 16 with its corner at 0, 0.
    """

    text: str
    ink: Paint
    fill: Paint
    edge: Paint
    bold: bool = False
    sign: Markup = Markup("")


def draw_pill(pill: Pill, width: float) -> tuple[Markup, float]:
    """Draw a pill no wider than ``width``, for a group that ``flowing`` makes. Returns it with its
    width.
    """
    left = SIGN if pill.sign else 0
    text = fit_text(pill.text, width - 2 * SIDE - left, SMALL, bold=pill.bold)
    wide = min(width, width_of(text, SMALL, bold=pill.bold) + 2 * SIDE + left)
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
    middle, base = (wide + left) / 2, HIGH / 2 + 5.3
    weight = 700 if pill.bold else None
    words = tag("text", text, x=middle, y=base, font_weight=weight, fill=text_fill(pill.ink))
    before = [group(pill.sign, x=SIDE - 3, y=(HIGH - 16) / 2)] if pill.sign else []
    return join_markup((frame, *before, words)), wide


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
    if not parts:
        return Block(Markup(""), 0)
    return Block(group(*parts, text_anchor="middle"), y + HIGH)
