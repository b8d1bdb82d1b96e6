"""The pieces of the seats. Each seat has its own shape besides its color, so that colors need not
be told apart.
"""

from __future__ import annotations

from typing import Final

from engine.castle.picture.paints import SEAT_INKS, SEATS
from tablekernel.drawing.lettering import SMALL, label, width_of
from tablekernel.drawing.svg import Markup, group, join_markup, number, reuse, tag

MARKER: Final = 20
"""The height of a marker."""
KEEP: Final = "M-7 8V-8h3.4v3.2h2.1v-3.2h3v3.2h2.1v-3.2H7V8z"
"""A keep with its battlements, around 0, 0."""
FIGURES: Final = (
    "M0-10a3.9 3.9 0 0 1 2.7 6.7c3 .5 6.8 1.4 6.8 3.9 0 1.5-1.4 2-3.2 2l2.5 6.9H-8.8l2.5-6.9"
    "c-1.8 0-3.2-.5-3.2-2 0-2.5 3.8-3.4 6.8-3.9A3.9 3.9 0 0 1 0-10z",
    "M-3.5-10h7v6.6h6.3l.9 5.2-3.2.6 1.3 7.1h-17l1.3-7.1-3.2-.6.9-5.2h6.3z",
)
"""A follower of each seat around 0, 0, as wide as high: a round head, or a square one."""


def figure(seat: int) -> Markup:
    """Draw a follower of a seat around 0, 0, 20 high."""
    return tag(
        "path",
        d=FIGURES[seat],
        fill=SEATS[seat],
        stroke=SEAT_INKS[seat],
        stroke_width=1.2,
        stroke_linejoin="round",
    )


def follower(seat: int, role: str) -> Markup:
    """Draw a follower around 0, 0, with the sign of its role: that of the terrain."""
    return join_markup((reuse(f"figure-{seat}"), reuse(f"role-{role}", fill=SEAT_INKS[seat])))


def marker(seat: int, text: str) -> Markup:
    """Draw a marker of the track around 0, 0, with its points: a disc or a square."""
    wide = max(MARKER, 5 + 0.9 * width_of(text, SMALL, bold=True))
    shape = tag(
        "rect",
        x=-wide / 2,
        y=-MARKER / 2,
        width=wide,
        height=MARKER,
        rx=2 if seat else MARKER / 2,
        fill=SEATS[seat],
        stroke=SEAT_INKS[seat],
        stroke_width=1.2,
    )
    words = label(text, 0, 5.4, size=SMALL, ink=SEAT_INKS[seat], bold=True, anchor="middle")
    return group(shape, words)


def keep(seat: int, x: float, y: float) -> Markup:
    """Draw the keep of a seat around x, y, with the shape of the seat on it."""
    fill, ink = SEATS[seat], SEAT_INKS[seat]
    tower = tag("path", d=KEEP, fill=fill, stroke=ink, stroke_width=1.2)
    if seat:
        sign = tag("rect", x=-2.4, y=0, width=4.8, height=4.8, fill=ink)
    else:
        sign = tag("circle", cy=2.4, r=2.6, fill=ink)
    return tag("g", tower, sign, transform=f"translate({number(x)} {number(y)})")
