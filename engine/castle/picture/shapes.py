"""The shapes on tiles: the edges of buildings, and the ways of paths, from the slots of segments.

A side of a building reaches from corner to corner of its tile, so that the sides of two tiles join
without a seam. The inner edge of a building is a curve between two corners.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.castle.names import COURT, LEFT, MIDDLE, PARTS, PATH, RIGHT
from engine.castle.tiles import Segment, Shape
from tablekernel.drawing.svg import number

SIDE: Final = 42
MIDST: Final = SIDE // 2
DEPTH: Final = 13
"""How far a building on one side reaches into the tile."""
HOLLOW: Final = 22
"""How far a court or a path reaches into a building on three sides."""
SHARED: Final = 17
"""How far a building on one side reaches into a tile that another building fills."""
WAIST: Final = 14
"""How far the ground reaches into a building on two opposite sides."""
RUN: Final = re.compile(rf"(?P<way>[hv]-?){SIDE}(?:(?P=way){SIDE})+(?![\d.])")
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


def sides_of(segment: Segment) -> list[int]:
    """Return the sides that a segment takes whole, or on which it is a path."""
    return [slot // PARTS for slot in segment.slots if slot % PARTS == MIDDLE]


def has_open_ground(shape: Shape) -> bool:
    """True if the tile shows a court or a path."""
    return any(segment.terrain in (PATH, COURT) for segment in shape.segments)


# --- buildings -----------------------------------------------------------------------------------


class Edge(NamedTuple):
    """An edge of a building between two corners of its tile, clockwise. ``side`` is the side of the
    tile along which it lies; -1 for a curve within the tile. ``line`` is its path from ``start``.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    side: int
    line: str


RIMS: Final = (f"h{SIDE}", f"v{SIDE}", f"h-{SIDE}", f"v-{SIDE}")
"""The path along each side, clockwise."""


@lru_cache(maxsize=1000)
def edges(shape: Shape, segment: Segment) -> tuple[Edge, ...]:
    """Return the edges of a tower or a house on a tile."""
    return tuple(find_edges(sides_of(segment), open_ground=has_open_ground(shape)))


def find_edges(sides: Sequence[int], *, open_ground: bool) -> Iterator[Edge]:
    """Yield the edges of a building on these sides: adjacent sides form one area, and so do two
    opposite ones, through the middle.
    """
    for side in sides:
        yield Edge(corner(side), corner(side + 1), side, RIMS[side])
    if len(sides) == 2 and sides[1] - sides[0] == 2:
        for side in sides:
            yield curve(bend(side + 1, WAIST), side + 1, side + 2)
        return
    for first in sides:
        if (first - 1) % 4 not in sides:
            length = next(n for n in range(1, 5) if (first + n) % 4 not in sides)
            yield inner_edge(first, length, open_ground=open_ground)


def inner_edge(first: int, length: int, *, open_ground: bool) -> Edge:
    """Return the curve that closes a building on ``length`` sides from ``first`` on."""
    if length == 1:
        points = bend(first, DEPTH if open_ground else SHARED)[::-1]
    elif length == 2:
        middle = [(36.7, 19.3), (22.7, 5.3)] if open_ground else [(28.0, 28.0), (14.0, 14.0)]
        points = [turn_point(point, first) for point in ((SIDE, SIDE), *middle, (0, 0))]
    else:
        points = bend(first + 3, HOLLOW if open_ground else SHARED)
    return curve(points, first + length, first)


def bend(side: int, depth: float) -> list[Point]:
    """Return a curve along a side, from its first corner to its second one, ``depth`` within the
    tile.
    """
    deep, ends = depth, round(0.7 * depth)
    points = ((0, 0), (5, ends), (11, deep), (MIDST, deep), (31, deep), (37, ends), (SIDE, 0))
    return [turn_point(point, side) for point in points]


def curve(points: Sequence[Point], start: int, end: int) -> Edge:
    """Return a curve from its points and its corners."""
    return Edge(corner(start), corner(end), -1, follow(points))


def follow(points: Sequence[Point]) -> str:
    """Return the path of a curve from its first point: cubic curves of three points each, of which
    the second one continues the first one smoothly.
    """
    found = []
    for at in range(0, len(points) - 1, 3):
        x, y = points[at]
        pairs = (f"{number(to_x - x)} {number(to_y - y)}" for to_x, to_y in points[at + 1 : at + 4])
        words = list(pairs)
        found.append("s" + " ".join(words[1:]) if at else "c" + " ".join(words))
    return "".join(found).replace(" -", "-")


def corner(at: int) -> tuple[int, int]:
    """Return a corner of a tile in tiles from its first one: 0 is the one before the north."""
    x, y = turn_point((0, 0), at)
    return int(x) // SIDE, int(y) // SIDE


def outline(found: Iterable[tuple[tuple[int, int], tuple[int, int], str]]) -> str:
    """Return the path of edges, chained from corner to corner."""
    after: dict[tuple[int, int], list[tuple[tuple[int, int], str]]] = {}
    for start, end, line in found:
        after.setdefault(start, []).append((end, line))
    parts = []
    while after:
        first = at = next(iter(after))
        parts.append(f"M{at[0] * SIDE} {at[1] * SIDE}")
        while True:
            ways = after[at]
            end, line = ways.pop()
            if not ways:
                del after[at]
            parts.append(line)
            at = end
            if at == first or at not in after:
                break
        parts.append("z")
    return merge_lines("".join(parts))


def merge_lines(d: str) -> str:
    """Return a path with one line for each run of lines along sides in one direction."""
    return RUN.sub(lambda run: f"{run[1]}{run[0].count(run[1]) * SIDE}", d)


# --- paths ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1000)
def ways(shape: Shape, segment: Segment) -> tuple[tuple[Point, str], ...]:
    """Return the ways of a path on a tile: where each starts, and its path from there."""
    sides = sides_of(segment)
    if len(sides) == 2:
        one, other = sides
        start, end = turn_point((MIDST, 0), one), turn_point((MIDST, 0), other)
        x, y = end[0] - start[0], end[1] - start[1]
        if other - one == 2:
            return ((start, f"l{number(x)} {number(y)}"),)
        along = MIDST - start[0], MIDST - start[1]
        bow = f"{number(along[0])} {number(along[1])}"
        return ((start, f"q{bow} {number(x)} {number(y)}"),)
    return tuple([spoke(side, shape) for side in sides])


def spoke(side: int, shape: Shape) -> tuple[Point, str]:
    """Return a way from a side to the middle; a path that is alone continues to its building."""
    start = turn_point((MIDST, 0), side)
    ends = MIDST
    if shape.paths == 1 << side:
        across = shape.segments[shape.at[PARTS * ((side + 2) % 4)]]
        ends = HOLLOW if len(across.slots) > 1 else SIDE - DEPTH
    x, y = turn_point((MIDST, ends), side)
    return start, f"l{number(x - start[0])} {number(y - start[1])}"
