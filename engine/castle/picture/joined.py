"""The features of the board: a joined tower, house or path is one shape with one outline and one
sign. Where a feature is open, its outline is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from math import dist, fsum
from typing import Any, Final, NamedTuple

from engine.castle.board import BOARD, NUMBER_OF, STARTS, STEPS
from engine.castle.names import COURT, PATH, SLOTS, TERRAINS, opposite
from engine.castle.picture.shapes import (
    MIDST,
    SIDE,
    Point,
    anchor,
    edges,
    outline,
    sides_of,
    turn_point,
    ways,
)
from engine.castle.picture.tiles import extras_of, sign_at
from engine.castle.tiles import Segment, Shape, TileSet
from tablekernel.drawing.svg import number

Document = Mapping[str, Any]
Cell = tuple[int, int]
Part = tuple[Cell, Shape, Segment]
Border = tuple[Cell, int]
"""A side of a cell."""

SHELF: Final = 13
"""How far a feature reaches into the wall at a start space."""
DETOURS: Final = (
    f"v-{SHELF}h{SIDE}v{SHELF}",
    f"h{SHELF}v{SIDE}h-{SHELF}",
    f"v{SHELF}h-{SIDE}v-{SHELF}",
    f"h-{SHELF}v-{SIDE}h{SHELF}",
)
"""The outline of a start space, by the side of its cell."""
PATH_GAP: Final = 6
"""Half the length of the line across an open end of a path."""
SLOT_NUMBERS: Final = {slot: number for number, slot in enumerate(SLOTS)}
ROOM: Final = 15
"""The least distance of a sign from a piece."""
CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
LINES: Final = (f"h{SIDE}", f"v{SIDE}", f"h-{SIDE}", f"v-{SIDE}")


class LaidTiles(NamedTuple):
    """What the shapes depend on: the shape of the tile on each cell, and by cell the places of
    pieces and of what is drawn on tiles.
    """

    shapes: Mapping[Cell, Shape]
    pieces: Mapping[Cell, list[Point]]

    @classmethod
    def of(cls, view: Document, tiles: TileSet) -> LaidTiles:
        """Return the tiles and pieces of a view."""
        shapes = {
            (one["x"], one["y"]): tiles.tiles[tiles.number_of[one["tile"]]].shapes[one["rotation"]]
            for one in view["board"]
        }
        keeps = [seat["keep"] for seat in view["seats"] if seat["keep"]]
        found = [place_in_slot(one) for one in (*view["followers"], *keeps)]
        for cell, shape in shapes.items():
            found += [place_on(cell, at) for _, at in extras_of(shape)]
        pieces: dict[Cell, list[Point]] = {}
        for x, y in found:
            pieces.setdefault((int(x // SIDE), int(y // SIDE)), []).append((x, y))
        return cls(shapes, pieces)

    def room_at(self, point: Point) -> float:
        """Return the distance to the next piece, at most ``ROOM``."""
        x, y = point
        columns = {int((x - ROOM) // SIDE), int((x + ROOM) // SIDE)}
        rows = {int((y - ROOM) // SIDE), int((y + ROOM) // SIDE)}
        near = [one for at in product(columns, rows) for one in self.pieces.get(at, ())]
        return min([dist(point, one) for one in near] + [ROOM])

    def is_open(self, cell: Cell, side: int) -> bool:
        """True if a tile can still be laid beyond this side of a cell."""
        beyond = step(cell, side)
        return beyond in NUMBER_OF and beyond not in self.shapes


class Traced(NamedTuple):
    """The part of a shape that depends on its own tiles only: its path, its sides that do not join
    another tile, and lists of places for its sign, the best list first.
    """

    d: str
    rims: tuple[Border, ...]
    places: tuple[list[Point], ...]


class Joined(NamedTuple):
    """A feature as a shape: its path, its open sides as a path, and the place of its sign."""

    d: str
    gaps: str
    sign: Point


def place_in_slot(one: Document) -> Point:
    """Return the place of a follower or a keep on the board."""
    x, y = anchor(SLOTS.index(one["slot"]))
    return one["x"] * SIDE + x, one["y"] * SIDE + y


def step(cell: Cell, side: int) -> Cell:
    """Return the neighbor of a cell."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def parts_of(feature: Document, table: LaidTiles) -> tuple[Part, ...]:
    """Return the parts of a feature on its tiles."""
    found = []
    for one in feature["cells"]:
        cell = (one["x"], one["y"])
        shape = table.shapes[cell]
        numbers = {shape.at[SLOT_NUMBERS[slot]] for slot in one["slots"]}
        found += [(cell, shape, shape.segments[at]) for at in sorted(numbers)]
    return tuple(found)


def starts_of(feature: Document) -> frozenset[Border]:
    """Return the sides of cells at which a feature continues on a start space."""
    if not feature["start_spaces"]:
        return frozenset()
    spaces = [tuple(pair) for pair in feature["start_spaces"]]
    return frozenset((BOARD.cells[row.cell], row.side) for row in STARTS if row.spaces in spaces)


def join_feature(feature: Document, table: LaidTiles) -> Joined:
    """Return a path, a tower or a house as one shape."""
    is_path = feature["terrain"] == TERRAINS[PATH]
    trace = trace_path if is_path else trace_building
    traced = trace(parts_of(feature, table), starts_of(feature))
    gaps = ""
    if feature["open_sides"]:
        open_rims = [rim for rim in traced.rims if table.is_open(*rim)]
        gaps = "".join(gap(cell, side, is_path=is_path) for cell, side in open_rims)
    return Joined(traced.d, gaps, choose_place(traced.places, table))


def gap(cell: Cell, side: int, *, is_path: bool) -> str:
    """Return the path of an open side: the whole side, or its middle."""
    if not is_path:
        (right, down) = CORNERS[side]
        return f"M{(cell[0] + right) * SIDE} {(cell[1] + down) * SIDE}{LINES[side]}"
    (x, y), (right, down) = middle_of(cell, side), STEPS[side]
    line = f"h{2 * PATH_GAP}" if down else f"v{2 * PATH_GAP}"
    return f"M{number(x - PATH_GAP * abs(down))} {number(y - PATH_GAP * abs(right))}{line}"


@lru_cache(maxsize=2000)
def trace_building(parts: tuple[Part, ...], starts: frozenset[Border]) -> Traced:
    """Return a tower or a house without what depends on other features. Cached: from move to move
    most features stay the same.
    """
    sides = {(cell, side) for cell, _, segment in parts for side in sides_of(segment)}
    lines, rims, joints = [], [], []
    for cell, shape, segment in parts:
        x, y = cell
        for edge in edges(shape, segment):
            line = edge.line
            if edge.side >= 0:
                if (step(cell, edge.side), opposite(edge.side)) in sides:
                    joints.append(middle_of(cell, edge.side))
                    continue
                rims.append((cell, edge.side))
                if (cell, edge.side) in starts:
                    line = DETOURS[edge.side]
            start, end = edge.start, edge.end
            lines.append(((x + start[0], y + start[1]), (x + end[0], y + end[1]), line))
    alone = [place_on(cell, sign_at(segment)) for cell, _, segment in parts]
    aside = [
        place_on(cell, turn_point((x, 6), side))
        for cell, _, segment in parts
        for side in sides_of(segment)
        for x in (MIDST, 9, 33)
    ]
    return Traced(outline(lines), tuple(rims), (joints, alone, aside))


@lru_cache(maxsize=2000)
def trace_path(parts: tuple[Part, ...], starts: frozenset[Border]) -> Traced:
    """Return a path as the lines along its middle, as ``trace_building`` does."""
    sides = sorted({(cell, side) for cell, _, segment in parts for side in sides_of(segment)})
    lines = []
    for cell, shape, segment in parts:
        for point, line in ways(shape, segment):
            x, y = place_on(cell, point)
            lines.append(f"M{number(x)} {number(y)}{line}")
    for cell, side in sorted(starts):
        (x, y), (right, down) = middle_of(cell, side), STEPS[side]
        lines.append(f"M{number(x)} {number(y)}l{right * SHELF} {down * SHELF}")
    joined = {one for one in sides if (step(*one), opposite(one[1])) in sides}
    joints = [middle_of(*one) for one in sorted(joined)]
    rims = tuple(one for one in sides if one not in joined)
    alone = [
        place_on(cell, turn_point((MIDST, deep), side))
        for cell, side in sides
        for deep in (9, 14, 5)
    ]
    return Traced("".join(lines), rims, (joints, alone))


def choose_place(places: Iterable[list[Point]], table: LaidTiles) -> Point:
    """Return the most central place that is free of pieces: one of the first list that has any."""
    best: list[tuple[float, float, Point]] = []
    for found in places:
        if not found:
            continue
        x = fsum(point[0] for point in found) / len(found)
        y = fsum(point[1] for point in found) / len(found)
        best += [(ROOM - table.room_at(at), dist(at, (x, y)), at) for at in found]
        if min(best)[0] <= 0:
            break
    return min(best)[2]


def place_on(cell: Cell, point: Point) -> Point:
    """Return a point of a tile on the board."""
    return cell[0] * SIDE + point[0], cell[1] * SIDE + point[1]


def middle_of(cell: Cell, side: int) -> Point:
    """Return the middle of a side of a cell."""
    return place_on(cell, turn_point((MIDST, 0), side))


def outline_cells(cells: Iterable[Cell]) -> str:
    """Return the outline of some cells as one path."""
    found = set(cells)
    lines = []
    for x, y in sorted(found):
        for side in range(4):
            if step((x, y), side) not in found:
                (right, down), (to_right, to_down) = CORNERS[side], CORNERS[(side + 1) % 4]
                lines.append(((x + right, y + down), (x + to_right, y + to_down), LINES[side]))
    return outline(lines)


def largest_empty_region(taken: Iterable[Cell]) -> list[Cell]:
    """Return the cells of the largest region without tiles, connected by their sides; the first one
    if several are as large.
    """
    laid = set(taken)
    left = [cell for cell in NUMBER_OF if cell not in laid]
    free = set(left)
    largest: list[Cell] = []
    for cell in left:
        if cell not in free:
            continue
        free.remove(cell)
        region = [cell]
        for one in region:
            for side in range(4):
                beyond = step(one, side)
                if beyond in free:
                    free.remove(beyond)
                    region.append(beyond)
        if len(region) > len(largest):
            largest = region
    return largest


def is_court(feature: Document) -> bool:
    """True if the feature is a court, which has no shape of its own."""
    return bool(feature["terrain"] == TERRAINS[COURT])


def is_complete(feature: Document) -> bool:
    """True if a path, a tower or a house has no open side."""
    return bool(feature["open_sides"] == 0)
