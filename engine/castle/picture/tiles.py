"""A tile by itself, such as the drawn one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.castle.names import COURT, PATH, TERRAINS
from engine.castle.picture.paints import EDGE, GROUNDS, RIM
from engine.castle.picture.shapes import (
    MIDST,
    Point,
    anchor,
    edges,
    outline,
    sides_of,
    turn_point,
    ways,
)
from engine.castle.picture.textures import BUILDINGS, sign
from engine.castle.tiles import Segment, Shape
from tablekernel.drawing.svg import Markup, Value, join_markup, number, reuse, tag

ROAD: dict[str, Value] = {"fill": "none", "stroke_linejoin": "round"}


@lru_cache(maxsize=500)
def face(shape: Shape, *, signed: bool = True) -> Markup:
    """Draw a tile in one rotation, 42 by 42. Cached: there are few, and every match has them."""
    return join_markup(
        (reuse("tile"), *buildings(shape, signed=signed), *paths(shape), *extras(shape))
    )


def buildings(shape: Shape, *, signed: bool) -> Iterator[Markup]:
    """Draw towers and houses, each with its sign."""
    for segment in shape.segments:
        if segment.terrain in (PATH, COURT):
            continue
        terrain = TERRAINS[segment.terrain]
        d = outline((edge.start, edge.end, edge.line) for edge in edges(shape, segment))
        yield tag("path", d=d, fill=BUILDINGS[terrain], stroke=EDGE, stroke_width=1.2)
        if signed:
            yield sign(terrain, *sign_at(segment))


def sign_at(segment: Segment) -> Point:
    """Return the place of the sign of a building on one tile."""
    sides = sides_of(segment)
    places = [turn_point((MIDST, 7), side) for side in sides]
    if len(sides) == 2 and sides[1] - sides[0] == 2:
        return MIDST, MIDST
    if len(sides) == 2:
        first = 3 if sides == [0, 3] else sides[0]
        return turn_point((31, 11), first)
    return places[len(sides) // 2]


def paths(shape: Shape) -> Iterator[Markup]:
    """Draw every path, its edges first."""
    d = "".join(
        f"M{number(x)} {number(y)}{line}"
        for segment in shape.segments
        if segment.terrain == PATH
        for (x, y), line in ways(shape, segment)
    )
    if d:
        yield tag("path", d=d, stroke=RIM, stroke_width=9, **ROAD)
        yield tag("path", d=d, stroke=GROUNDS["path"], stroke_width=6.8, **ROAD)


def extras(shape: Shape) -> Iterator[Markup]:
    """Draw squares, wells and markets."""
    for name, (x, y) in extras_of(shape):
        yield reuse(name, x=x, y=y)


@lru_cache(maxsize=500)
def extras_of(shape: Shape) -> tuple[tuple[str, Point], ...]:
    """Return the squares, wells and markets of a tile, with their places."""
    return tuple(find_extras(shape))


def find_extras(shape: Shape) -> Iterator[tuple[str, Point]]:
    if shape.square:
        yield "square", (MIDST, MIDST)
    for segment in shape.segments:
        if segment.extra and segment.terrain == PATH:
            yield "well", well_at(segment)
        elif segment.extra and segment.terrain == COURT:
            yield "market", market_at(segment)


def well_at(segment: Segment) -> Point:
    """Return the place of a well: on the way of its path."""
    sides = sides_of(segment)
    if len(sides) == 2 and sides[1] - sides[0] != 2:
        first = 3 if sides == [0, 3] else sides[0]
        return turn_point((26.3, 15.7), first)
    return MIDST, MIDST


def market_at(segment: Segment) -> Point:
    """Return the place of a market: the last slot of its court, or the middle of the tile if it has
    only one.
    """
    return anchor(segment.slots[-1]) if len(segment.slots) > 1 else (MIDST, MIDST)
