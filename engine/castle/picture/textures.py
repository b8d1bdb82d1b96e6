"""What pictures reuse: textures, figures and signs. Every picture defines them once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.castle.names import ROLES, TERRAINS
from engine.castle.picture.paints import (
    BLADES,
    FREE,
    GROUNDS,
    JOINT,
    PAVING,
    RIM,
    SLATES,
    STONE,
    TILES,
    TOWER,
    WALL,
    WATER,
)
from engine.castle.picture.pieces import figure
from engine.castle.picture.shapes import SIDE, Point
from tablekernel.drawing.elements import Box, define_halo
from tablekernel.drawing.paints import CARD_INK, LINE, WHITE
from tablekernel.drawing.svg import Markup, Paint, Value, define, join_markup, number, tag

GRASS: Final = "url(#board-grass)"
SLATE: Final = "url(#board-slate)"
ROOF: Final = "url(#board-roof)"
STONES: Final = "url(#board-stones)"
CELL_BOX: Final = Box(SIDE - 3, SIDE - 3, 5, 1.5, 1.5, shared="cell")
GRID: Final = "url(#board-grid)"
BUILDINGS: Final = {"tower": SLATE, "house": ROOF}
"""The texture of each kind of building."""

SIGNS: Final = {
    "tower": "m-4 4v-8h2v2h1v-2h2v2h1v-2h2v8z",  # battlements
    "house": "m-5 1l5-5 5 5h-2v4h-6v-4z",  # a gable
    "court": "m-6 4l6-9 6 9zm5 0l1-5 1 5z",  # the tent of a market
    "path": "m0-4.2l4.2 4.2-4.2 4.2-4.2-4.2z",  # a sign at the way
}
"""Signs, drawn from the point where they begin."""


@cache
def definitions() -> tuple[Markup, ...]:
    """Return what the parts of a picture reuse."""
    return (
        pattern("grass", 21, 14, GROUNDS["court"], BLADES, "M3 6l1-3 1 3M13 12l1-3 1 3", 1),
        pattern("slate", 10, 8, GROUNDS["tower"], SLATES, "M0 .5h10M0 4.5h10M2.5.5v4M7.5 4.5v4"),
        pattern("roof", 7, 8, GROUNDS["house"], TILES, "M0 0q3.5 7 7 0M-3.5 4q3.5 7 7 0q3.5 7 7 0"),
        pattern("stones", 14, 10, WALL, STONE, "M0 .5h14M0 5.5h14M4 .5v5M11 5.5v5", 1),
        tag(
            "pattern",
            tag("path", d=f"M0 0H{SIDE}M0 0V{SIDE}", stroke=RIM, opacity=0.3),
            id="board-grid",
            width=SIDE,
            height=SIDE,
            patternUnits="userSpaceOnUse",
        ),
        define(
            "tile",
            tag("rect", width=SIDE, height=SIDE, fill=GRASS, stroke=BLADES, stroke_width=0.8),
        ),
        define(
            "free", tag("rect", width=SIDE, height=SIDE, fill=FREE, stroke=LINE, stroke_width=0.8)
        ),
        define_halo(CELL_BOX),
        define("market", market()),
        define("well", well()),
        define("square", square()),
        define("corner", corner_tower()),
        *(define(f"figure-{seat}", figure(seat)) for seat in (0, 1)),
        *(
            define(
                f"role-{role}",
                tag(
                    "path",
                    d=f"M0 0{SIGNS[terrain]}",
                    fill_rule="evenodd",
                    transform="translate(0 3.5) scale(.8)",
                ),
            )
            for role, terrain in zip(ROLES, TERRAINS, strict=True)
        ),
    )


def pattern(
    name: str, width: float, height: float, ground: Paint, ink: Paint, lines: str, wide: float = 0.8
) -> Markup:
    """Define a texture: lines on a ground."""
    return tag(
        "pattern",
        tag("rect", width=width, height=height, fill=ground),
        tag("path", d=lines, fill="none", stroke=ink, stroke_width=wide),
        id=f"board-{name}",
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
    )


def market() -> Markup:
    """Draw a market around 0, 0."""
    return tag(
        "path",
        d="M0 0" + SIGNS["court"],
        fill=WHITE,
        stroke=CARD_INK,
        stroke_linejoin="round",
        fill_rule="evenodd",
    )


def well() -> Markup:
    """Draw a well around 0, 0."""
    return join_markup(
        (
            tag("circle", r=5.6, fill=PAVING, stroke=CARD_INK),
            tag("circle", r=3.2, fill=WATER),
        )
    )


def square() -> Markup:
    """Draw a paved square around 0, 0."""
    frame: dict[str, Value] = {"fill": PAVING, "stroke": CARD_INK, "stroke_width": 1.1}
    slabs = tag(
        "path", d="M-7-2.4H7M-7 2.4H7M-2.4-7V7M2.4-7V7", stroke=RIM, stroke_width=0.6, opacity=0.5
    )
    return join_markup((tag("rect", x=-7, y=-7, width=14, height=14, rx=2, **frame), slabs))


def corner_tower() -> Markup:
    """Draw a tower of the wall around 0, 0, seen from above."""
    return join_markup(
        (
            tag("circle", r=21.5, fill=TOWER, stroke=JOINT, stroke_width=1),
            tag(
                "circle",
                r=20.5,
                fill="none",
                stroke=JOINT,
                stroke_width=4,
                stroke_dasharray="6.4 4.33",
            ),
        )
    )


def sign(terrain: str, x: float, y: float, *, hollow: bool = False) -> Markup:
    """Draw the sign of a terrain around x, y: filled, or only its outline."""
    return signs(terrain, [(x, y)], hollow=hollow)


def signs(terrain: str, places: Iterable[Point], *, hollow: bool) -> Markup:
    """Draw the signs of features of one terrain."""
    d = "".join(f"M{number(x)} {number(y)}{SIGNS[terrain]}" for x, y in places)
    ink = CARD_INK if terrain == "path" else WHITE
    if not hollow:
        return tag("path", d=d, fill=ink)
    ground = WHITE if terrain == "path" else GROUNDS[terrain]
    return tag("path", d=d, fill=ground, stroke=ink, stroke_width=1.2)
