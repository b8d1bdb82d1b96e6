"""Tiles, drawn from the slots of their segments: a tower, a house or a court lies along its sides,
a path runs from its sides to the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engine.castle.names import COURT, LEFT, MIDDLE, PARTS, PATH, RIGHT, TERRAINS, TOWER
from engine.castle.picture.paints import GROUNDS, PAVING, WATER
from engine.castle.tiles import Segment, Shape
from engine.drawing.paints import CARD_INK, WHITE
from engine.drawing.svg import Markup, join_markup, number, tag

SIDE: Final = 42
MIDST: Final = SIDE // 2
DEPTH: Final = 13
"""How far a building reaches from the edge if there is a court or a path as well."""

SIGNS: Final = {
    "tower": "m-4 4v-8h2v2h1v-2h2v2h1v-2h2v8z",  # battlements
    "house": "m-5 1l5-5 5 5h-2v4h-6v-4z",  # a gable
    "court": "m-6 4l6-9 6 9zm5 0l1-5 1 5z",  # the tent of a market
}
"""Signs, drawn from the point where they begin."""
ANCHORS: Final = {MIDDLE: (21, 10), LEFT: (10, 9), RIGHT: (32, 9)}
"""The position of an item in a slot of the north side, by its part."""

Point = tuple[float, float]


def turn_point(point: Point, quarters: int) -> Point:
    """Return a point of a tile after a number of quarter turns clockwise."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = SIDE - y, x
    return x, y


def anchor(slot: int) -> Point:
    """Return the position of a follower in this slot."""
    return turn_point(ANCHORS[slot % PARTS], slot // PARTS)


@lru_cache(maxsize=500)
def face(shape: Shape) -> Markup:
    """Draw a tile in one rotation, 42 by 42. Cached: there are few, and every match has them."""
    return join_markup((ground(shape), *buildings(shape), *paths(shape), *signs(shape)))


def ground(shape: Shape) -> Markup:
    fill = GROUNDS["court"]
    return tag("rect", width=SIDE, height=SIDE, fill=fill, stroke=CARD_INK, stroke_width=0.8)


# --- towers and houses ---------------------------------------------------------------------------


def buildings(shape: Shape) -> Iterator[Markup]:
    """Draw towers and houses: those of one side first, the others over them."""
    open_ground = any(segment.terrain in (PATH, COURT) for segment in shape.segments)
    depth = DEPTH if open_ground else MIDST
    for segment in sorted(shape.segments, key=lambda one: len(one.slots)):
        if segment.terrain not in (PATH, COURT):
            yield tag(
                "path",
                d="".join(map(outline, areas(sides_of(segment), depth))),
                fill=GROUNDS[TERRAINS[segment.terrain]],
                stroke=WHITE,
                stroke_width=0.7,
            )


def sides_of(segment: Segment) -> list[int]:
    """Return the sides that a segment takes whole, or on which it is a path."""
    return [slot // PARTS for slot in segment.slots if slot % PARTS == MIDDLE]


def areas(sides: list[int], depth: float) -> Iterator[list[Point]]:
    """Yield the areas of a building: adjacent sides form one area, and so do two opposite ones,
    through the middle.
    """
    if len(sides) == 2 and sides[1] - sides[0] == 2:
        inside = min(depth, MIDST - 7)
        one, other = area(sides[0], 1, inside), area(sides[1], 1, inside)
        yield [*one[:2], one[2], other[3], *other[:2], other[2], one[3]]
        return
    for first in sides:
        if len(sides) == len("NESW"):
            yield area(0, 4, depth)
            return
        if (first - 1) % 4 not in sides:
            length = next(n for n in range(1, 5) if (first + n) % 4 not in sides)
            yield area(first, length, depth)


def area(first: int, length: int, depth: float) -> list[Point]:
    """Return some adjacent sides as a polygon: along the edge clockwise, and back inside."""
    corners = range(first, first + length + 1)
    rim = [turn_point((0, 0), corner) for corner in corners]
    return rim + [turn_point((depth, depth), corner) for corner in reversed(corners)]


def outline(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


# --- paths ---------------------------------------------------------------------------------------


def paths(shape: Shape) -> Iterator[Markup]:
    """Draw every path, its edges first; then what is in the middle."""
    lines = [segment for segment in shape.segments if segment.terrain == PATH]
    if not lines:
        return
    ways = "".join(way(side, shape) for one in lines for side in sides_of(one))
    for ink, wide in ((CARD_INK, 8.6), (GROUNDS["path"], 6.8)):
        yield tag(
            "path", d=ways, fill="none", stroke=ink, stroke_width=wide, stroke_linejoin="round"
        )
    if any(one.extra for one in lines):
        yield tag("circle", cx=MIDST, cy=MIDST, r=5.2, fill=PAVING, stroke=CARD_INK)
        yield tag("circle", cx=MIDST, cy=MIDST, r=3, fill=WATER)
    if shape.square:
        yield tag("rect", x=14, y=14, width=14, height=14, fill=PAVING, stroke=CARD_INK)


def way(side: int, shape: Shape) -> str:
    """Return a path from a side to the middle; a single path continues to the building where it
    ends.
    """
    alone = shape.paths == 1 << side
    ends = SIDE - DEPTH if alone else MIDST + 3.4
    x, y = turn_point((MIDST, 0), side)
    to_x, to_y = turn_point((MIDST, ends), side)
    return f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"


# --- signs ---------------------------------------------------------------------------------------


def signs(shape: Shape) -> Iterator[Markup]:
    """Draw the signs that distinguish terrains without colors, and the markets."""
    found = {"tower": "", "house": ""}
    for segment in shape.segments:
        if segment.terrain in (PATH, COURT):
            continue
        for side in sides_of(segment):
            found["tower" if segment.terrain == TOWER else "house"] += sign_at(
                TERRAINS[segment.terrain], turn_point((MIDST, 7), side)
            )
    if drawn := "".join(found.values()):
        yield tag("path", d=drawn, fill=WHITE)
    for segment in shape.segments:
        if segment.terrain == COURT and segment.extra:
            yield market(*market_at(segment))


def sign_at(terrain: str, point: Point) -> str:
    x, y = point
    return f"M{number(x)} {number(y)}{SIGNS[terrain]}"


def market_at(segment: Segment) -> Point:
    """Return the place of a market: the last slot of its court, or the middle of the tile if it has
    only one.
    """
    return anchor(segment.slots[-1]) if len(segment.slots) > 1 else (MIDST, MIDST)


def market(x: float, y: float) -> Markup:
    """Draw a market around x, y."""
    return tag(
        "path",
        d=sign_at("court", (x, y)),
        fill=WHITE,
        stroke=CARD_INK,
        stroke_linejoin="round",
        fill_rule="evenodd",
    )
