"""The pieces of the seats. Each seat has its own shape besides its color, so that colors need not
be told apart.
"""

from __future__ import annotations

from typing import Final

from engine.castle.picture.paints import SEAT_INKS, SEATS
from engine.drawing.lettering import label
from engine.drawing.svg import Markup, group, number, tag

LEAST: Final = 10.5
"""The smallest size of letters."""
KEEP: Final = "M-6 7V-7h3v3h2v-3h2v3h2v-3h3V7z"
"""A keep with its battlements, around 0, 0."""


def piece(seat: int, side: float, text: str = "") -> Markup:
    """Draw a follower or a marker around 0, 0: a disc or a square, ``side`` wide, with ``text`` on
    it.
    """
    fill, ink = SEATS[seat], SEAT_INKS[seat]
    if seat:
        shape = tag(
            "rect",
            x=-side / 2,
            y=-side / 2,
            width=side,
            height=side,
            rx=2,
            fill=fill,
            stroke=ink,
            stroke_width=1.3,
        )
    else:
        shape = tag("circle", r=side / 2 + 0.5, fill=fill, stroke=ink, stroke_width=1.3)
    if not text:
        return shape
    size = max(LEAST, 0.62 * side)
    words = label(text, 0, 0.36 * size, size=size, ink=ink, bold=True, anchor="middle")
    return group(shape, words)


def keep(seat: int, x: float, y: float) -> Markup:
    """Draw the keep of a seat around x, y, with the shape of the seat on it."""
    fill, ink = SEATS[seat], SEAT_INKS[seat]
    tower = tag("path", d=KEEP, fill=fill, stroke=ink, stroke_width=1.2)
    if seat:
        sign = tag("rect", x=-2, y=0, width=4, height=4, fill=ink)
    else:
        sign = tag("circle", cy=2, r=2.2, fill=ink)
    return tag("g", tower, sign, transform=f"translate({number(x)} {number(y)})")
