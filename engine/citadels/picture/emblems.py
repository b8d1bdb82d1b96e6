"""Small signs. Each type of district has its own shape, so that colors need not be told apart."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from engine.citadels.picture.paints import CARD, HILL, SUITS
from tablekernel.drawing.lettering import SMALL, label, size_for, width_of
from tablekernel.drawing.paints import CARD_INK, COIN, COIN_EDGE, WHITE
from tablekernel.drawing.svg import (
    Markup,
    Paint,
    Value,
    define,
    group,
    join_markup,
    number,
    reuse,
    tag,
)

SIDE: Final = 16
"""The side of the square of a sign."""
PURSE: Final = 15
"""The radius of the coin with the gold of a seat."""

SHAPES: Final = {
    "noble": "M1 14V4.5l4 3.5 3-6 3 6 4-3.5V14z",  # a crown
    "religious": "M6.3 1h3.4v4H14v3.4H9.7V15H6.3V8.4H2V5h4.3z",  # a cross
    "trade": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 4.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
    "military": "M2 1.5h12V8c0 3.6-2.8 5.8-6 7-3.2-1.2-6-3.4-6-7z",  # a shield
    "unique": "M8 .8l2.2 4.7 5 .6-3.7 3.5 1 5L8 12.1l-4.5 2.5 1-5L.8 6.1l5-.6z",  # a star
}
"""A ring is a coin: trade."""

TOWERS: Final = (  # width, height, and extra height of the roof
    (36, 12, 0), (18, 26, 16), (50, 16, 0), (16, 30, 0), (30, 18, 12), (56, 10, 0), (20, 34, 14),
    (40, 14, 8), (14, 22, 12), (54, 18, 0), (26, 28, 0), (44, 10, 10),
)  # fmt: skip


HORIZON: Final = 48
"""The height of the highest tower on the horizon."""


def ink_of(kind: str) -> Paint:
    """Return the color of what stands on the color of a type."""
    return CARD_INK if kind == "noble" else WHITE


@cache
def define_signs() -> tuple[Markup, ...]:
    """Define the sign of each type, and the smaller one on the slab of a building."""
    return tuple(
        markup
        for kind, shape in SHAPES.items()
        for markup in (
            define(f"glyph-{kind}", tag("path", d=shape, fill=ink_of(kind), fill_rule="evenodd")),
            define(f"sign-{kind}", draw_glyph(kind, transform="translate(4 3.5) scale(.8)")),
        )
    )


def draw_glyph(kind: str, **place: Value) -> Markup:
    """Draw the sign of a type, with its corner at a place."""
    return reuse(f"glyph-{kind}", **place)


def badge(kind: str) -> Markup:
    """Draw the sign of a type in a small square of its color."""
    square = tag("rect", width=SIDE + 4, height=SIDE + 4, rx=4, fill=SUITS[kind])
    return group(square, draw_glyph(kind, x=2, y=2))


@cache
def define_skyline() -> Markup:
    """Define roofs and towers on the horizon, as a pattern above y = 0."""
    line = ""
    for wide, high, roof in TOWERS:
        top = f"l{wide // 2}-{roof} {wide // 2} {roof}" if roof else f"h{wide}"
        line += f"v-{high}{top}v{high}"
    return tag(
        "pattern",
        tag("path", d=f"M0 {HORIZON}{line}z", fill=HILL),
        id="board-skyline",
        width=sum(wide for wide, _, _ in TOWERS),
        height=HORIZON,
        patternUnits="userSpaceOnUse",
    )


def draw_skyline(width: float) -> Markup:
    """Draw the horizon, above y = 0."""
    return tag("rect", y=-HORIZON, width=width, height=HORIZON, fill="url(#board-skyline)")


def draw_disc(x: float, y: float, radius: float = 10) -> Markup:
    """Draw a coin around x, y."""
    return tag("circle", cx=x, cy=y, r=radius, fill=COIN, stroke=COIN_EDGE, stroke_width=1.5)


@cache
def define_purse() -> Markup:
    """Define the coin with the gold of a seat, around 0, 0."""
    return define("purse", draw_disc(0, 0, PURSE))


def purse(text: str) -> Markup:
    """Draw the gold of a seat around 0, 0."""
    size = size_for(text, 1.7 * PURSE, largest=17, least=SMALL)
    digits = tag("text", text, y=size * 0.36, font_size=size)
    return join_markup((reuse("purse"), digits))


@lru_cache(maxsize=20)
def define_token(text: str) -> Markup:
    """Define what was laid on a card, above the slab of its building."""
    wide = max(22, width_of(text, SMALL, bold=True) + 8)
    frame = tag("rect", x=2, y=-22, width=wide, height=20, rx=10, fill=CARD, stroke=CARD_INK)
    words = label(text, 2 + wide / 2, -6.7, size=SMALL, ink=CARD_INK, bold=True, anchor="middle")
    return define(token_of(text), frame, words)


def token_of(text: str) -> str:
    """Return the name of the definition of a token."""
    return f"token-{text}"


def crown(x: float, y: float, *, scale: float = 1.3) -> Markup:
    """Draw the crown in gold, with its corner at x, y."""
    shape = tag(
        "path",
        d=SHAPES["noble"],
        fill=COIN,
        stroke=COIN_EDGE,
        stroke_width=1.2,
        stroke_linejoin="round",
    )
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return tag("g", shape, transform=place, id="board-crown")


@cache
def define_back() -> Markup:
    """Define two cards, face down, around 0, 0."""
    shape = tag("rect", x=-11, y=-14, width=22, height=28, rx=3.5, fill=CARD, stroke=COIN_EDGE)
    return define("back", tag("g", shape, transform="translate(-3 0) rotate(-12)"), shape)


def back(text: str) -> Markup:
    """Draw face-down cards with their number around 0, 0."""
    size = size_for(text, 17, largest=16, least=SMALL)
    digits = tag("text", text, y=5.5, font_size=size)
    return join_markup((reuse("back"), *([digits] if text else ())))
