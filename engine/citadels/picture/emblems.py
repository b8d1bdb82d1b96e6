"""Small signs. Each type of district has its own shape, so that colors need not be told apart."""

from __future__ import annotations

from typing import Final

from engine.citadels.picture.paints import CARD, SUITS
from engine.drawing.lettering import label, size_for, width_of
from engine.drawing.paints import CARD_INK, COIN, COIN_EDGE, LINE, QUIET, WHITE
from engine.drawing.svg import Markup, group, number, tag

SIDE: Final = 16
"""The side of the square of a sign."""
PALE: Final = 0.2
"""The opacity of a sign behind a name."""

SHAPES: Final = {
    "noble": "M1 14V4.5l4 3.5 3-6 3 6 4-3.5V14z",  # a crown
    "religious": "M6.3 1h3.4v4H14v3.4H9.7V15H6.3V8.4H2V5h4.3z",  # a cross
    "trade": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 4.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
    "military": "M2 1.5h12V8c0 3.6-2.8 5.8-6 7-3.2-1.2-6-3.4-6-7z",  # a shield
    "unique": "M8 .8l2.2 4.7 5 .6-3.7 3.5 1 5L8 12.1l-4.5 2.5 1-5L.8 6.1l5-.6z",  # a star
}
"""A ring is a coin: trade."""

TOWERS: Final = (  # width, height, and extra height of the roof
    (26, 12, 0), (14, 26, 16), (34, 16, 0), (12, 30, 0), (22, 18, 12), (40, 10, 0), (16, 34, 14),
    (28, 14, 8), (10, 22, 12), (38, 18, 0), (20, 28, 0), (30, 10, 10),
)  # fmt: skip


def draw_sign(shape: str, kind: str, x: float, y: float) -> Markup:
    """Draw a sign on the color of a type, with its corner at x, y."""
    ink = CARD_INK if kind == "noble" else WHITE
    return group(tag("path", d=shape, fill=ink, fill_rule="evenodd"), x=x, y=y)


def watermark(shape: str, kind: str, x: float, y: float) -> Markup:
    """Draw a sign in the color of a type, large and pale, around x, y."""
    pale = tag("path", d=shape, fill=SUITS[kind], fill_rule="evenodd", opacity=PALE)
    return tag("g", pale, transform=f"translate({number(x - 18)} {number(y - 18)}) scale(2.25)")


def portrait(shape: str, x: float, y: float) -> Markup:
    """Draw the emblem of a character, with its corner at x, y."""
    return group(tag("path", d=shape, fill=QUIET, fill_rule="evenodd"), x=x, y=y)


def badge(kind: str) -> Markup:
    """Draw the sign of a type in a small square of its color."""
    square = tag("rect", width=SIDE + 4, height=SIDE + 4, rx=4, fill=SUITS[kind])
    return group(square, draw_sign(SHAPES[kind], kind, 2, 2))


def skyline(width: float, ground: float) -> Markup:
    """Draw roofs and towers on the horizon, behind the name of the game. ``ground`` is their
    base.
    """
    towers, x = [], 0.0
    while x < width:
        for wide, high, roof in TOWERS:
            top, middle = ground - high, x + wide / 2
            eaves = f"L{number(middle)} {number(top - roof)}" if roof else ""
            towers.append(
                f"M{number(x)} {number(ground)}V{number(top)}{eaves}"
                f"L{number(x + wide)} {number(top)}V{number(ground)}z"
            )
            x += wide
            if x >= width:
                break
    return tag("path", d="".join(towers), fill=LINE, opacity=0.55)


def draw_disc(x: float, y: float, radius: float = 10) -> Markup:
    """Draw a coin around x, y."""
    return tag("circle", cx=x, cy=y, r=radius, fill=COIN, stroke=COIN_EDGE, stroke_width=1.5)


def draw_count(text: str, x: float, y: float, *, radius: float = 10, size: float = 14) -> Markup:
    """Draw the number on a coin."""
    size = size_for(text, 1.7 * radius, largest=size, least=7)
    return label(text, x, y + size * 0.36, size=size, ink=CARD_INK, bold=True, anchor="middle")


def coin(text: str, x: float, y: float, *, radius: float = 10, size: float = 14) -> Markup:
    """Draw a coin around x, y with a number on it."""
    return group(draw_disc(x, y, radius), draw_count(text, x, y, radius=radius, size=size))


def token(text: str, x: float, y: float) -> Markup:
    """Draw what was laid on a card, from x on, centered at y."""
    wide = max(20, width_of(text, 12, bold=True) + 8)
    frame = tag("rect", x=x, y=y - 9, width=wide, height=18, rx=9, fill=CARD, stroke=CARD_INK)
    words = label(text, x + wide / 2, y + 4.3, size=12, ink=CARD_INK, bold=True, anchor="middle")
    return group(frame, words)


def crown() -> Markup:
    """Draw the crown in gold."""
    shape = tag(
        "path",
        d=SHAPES["noble"],
        fill=COIN,
        stroke=COIN_EDGE,
        stroke_width=1.2,
        stroke_linejoin="round",
    )
    return tag("g", shape, transform="translate(0 2) scale(1.3)")


def back(text: str, x: float, y: float) -> Markup:
    """Draw the back of a card with a number on it, for face-down cards; x, y is its middle."""
    shape = tag("rect", x=-10, y=-13, width=20, height=26, rx=3.5, fill=CARD, stroke=COIN_EDGE)
    below = group(tag("g", shape, transform="rotate(-12)"), x=x - 3, y=y)
    digits = label(text, x, y + 5, size=14, ink=CARD_INK, bold=True, anchor="middle")
    return group(below, group(shape, x=x, y=y), digits)
