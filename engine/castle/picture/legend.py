"""The legend of signs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.castle.picture.paints import EMPTY, GROUNDS, RIM
from engine.castle.picture.pieces import keep, marker
from engine.castle.picture.textures import BUILDINGS, GRASS, sign
from engine.castle.picture.wall import wall_tile
from engine.castle.text import CastleLanguage
from tablekernel.drawing.paints import ACCENT, LAST, WHITE
from tablekernel.drawing.panels import add_title, legend
from tablekernel.drawing.svg import Block, Markup, Value, group, join_markup, reuse, tag


@cache
def signs(tongue: CastleLanguage, width: float) -> Block:
    """Draw the legend of signs."""
    found = ((group(sign, x=10, y=10), words) for sign, words in explain_signs(tongue))
    return legend(found, width)


def explain_signs(tongue: CastleLanguage) -> Iterator[tuple[Markup, str]]:
    """Yield every sign around 0, 0, and its meaning."""
    words = tongue.table
    for terrain, role in zip(tongue.terrains, tongue.roles, strict=True):
        drawn = add_title(tongue.polish(tongue.texts[terrain]), swatch(terrain))
        yield drawn, f"{tongue.terrains[terrain]} ({tongue.roles[role]})"
    yield building(complete=True), words["complete"]
    yield building(complete=False), words["open"]
    yield reuse("well"), words["well"]
    yield reuse("square"), words["square"]
    yield reuse("market"), words["market"]
    yield wall_tile(0, 0), words["face_down"]
    yield keep(0, 0, 0), words["keep_of"]
    yield marker(0, "13"), words["marker"]
    yield last(), words["last"]
    yield region(), words["empty_region"]


def swatch(terrain: str) -> Markup:
    """Draw a terrain with its sign."""
    fill = BUILDINGS.get(terrain, GRASS if terrain == "court" else GROUNDS[terrain])
    ground = tag("rect", x=-9, y=-9, width=18, height=18, rx=2, fill=fill, stroke=RIM)
    return ground if terrain == "court" else join_markup((ground, sign(terrain, 0, 0)))


def building(*, complete: bool) -> Markup:
    """Draw a tower that is complete, or open at one side."""
    ground = square(fill=BUILDINGS["tower"])
    rest = "M-8-8H8V8H-8z" if complete else "M8-8H-8V8H8"
    wall = (
        tag("path", d=rest, fill="none", stroke=ink, stroke_width=wide)
        for ink, wide in ((RIM, 4), (WHITE, 2 if complete else 1.4))
    )
    gap = tag("path", d="M8-8V8", stroke=WHITE, stroke_width=2, stroke_dasharray="3 2.5")
    mark = sign("tower", 0, 0, hollow=not complete)
    return join_markup((ground, *wall, *([] if complete else [gap]), mark))


def last() -> Markup:
    """Draw the frame around what the last move changed."""
    dots = {"stroke_dasharray": "1 5", "stroke_linecap": "round"}
    return square(rx=4, fill="none", stroke=LAST, stroke_width=3, **dots)


def region() -> Markup:
    """Draw a part of the largest empty region."""
    return square(fill=EMPTY, stroke=ACCENT, stroke_width=2, stroke_dasharray="5 3")


def square(**look: Value) -> Markup:
    return tag("rect", x=-8, y=-8, width=16, height=16, **look)
