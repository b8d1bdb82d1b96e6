"""The board: cells, wall, start spaces, corner towers (3). Read from its file, checked at import.

A cell is a number, in the order of the file. A **seam** is where a slot of a cell touches a slot of
a neighboring cell or start space; both have the same seam number.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.castle.data import BadData, board_document
from engine.castle.names import LEFT, PARTS, RIGHT, SIDES, SLOTS, opposite

TRACK: Final = 100
"""The spaces of the score track, 0 to 99 (1.6)."""

WALL: Final = -1
"""The neighbor of a side that touches the plain wall."""

STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps from a cell to its neighbors, by side: y grows to the south."""


class StartSpace(NamedTuple):
    """A space of the wall that shows terrain. It touches one side of one cell."""

    spaces: tuple[int, int]
    cell: int
    side: int


class Block(NamedTuple):
    """A piece of the wall as large as a cell, with two spaces of the track."""

    spaces: tuple[int, int]
    kind: str
    x: int
    y: int


class Board:
    """The contents of the file, prepared once."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.cells = tuple(
            (x, y)
            for y, row in enumerate(document["rows"])
            for x, mark in enumerate(row)
            if mark == "#"
        )
        self.number_of = {place: cell for cell, place in enumerate(self.cells)}
        self.neighbors = tuple(
            tuple([self.number_of.get((x + right, y + down), WALL) for right, down in STEPS])
            for x, y in self.cells
        )
        self.blocks = tuple(
            Block((first, second), row["kind"], *row["at"])
            for row in document["wall"]
            for first, second in [row["spaces"]]
        )
        self.corners = tuple(
            block.spaces
            for block, row in zip(self.blocks, document["wall"], strict=True)
            if row.get("wall_tile")
        )
        self.starts = tuple(
            StartSpace(block.spaces, self.number_of[tuple(row["cell"])], SIDES.index(row["side"]))
            for block, row in zip(self.blocks, document["wall"], strict=True)
            if block.kind == "start"
        )
        self._check(document["wall"])
        self.seams = self._seams()

    def _seams(self) -> tuple[tuple[int, ...], ...]:
        """The number of the seam by cell and slot; ``WALL`` if there is only wall."""
        rows = [[WALL] * len(SLOTS) for _ in self.cells]
        beyond = {(start.cell, start.side) for start in self.starts}
        number = 0
        for cell, neighbors in enumerate(self.neighbors):
            for side, neighbor in enumerate(neighbors):
                if rows[cell][PARTS * side] != WALL:
                    continue  # the neighbor has numbered it
                if neighbor == WALL and (cell, side) not in beyond:
                    continue
                rows[cell][PARTS * side : PARTS * side + PARTS] = number, number + 1, number + 2
                if neighbor != WALL:
                    there = PARTS * opposite(side)
                    rows[neighbor][there] = number
                    rows[neighbor][there + LEFT] = number + RIGHT
                    rows[neighbor][there + RIGHT] = number + LEFT
                number += PARTS
        return tuple(map(tuple, rows))

    def _check(self, rows: list[dict[str, Any]]) -> None:
        """Check that the wall closes, the track has no gap, and start spaces touch their cells."""
        spaces = [space for block in self.blocks for space in block.spaces]
        if spaces != list(range(TRACK)):
            raise BadData("the track does not run from 0 to 99")
        places = [(block.x, block.y) for block in self.blocks]
        if len(set(places)) != len(places) or set(places) & set(self.cells):
            raise BadData("two things of the board lie in one place")
        for (x, y), (next_x, next_y) in zip(places, places[1:] + places[:1], strict=True):
            if abs(x - next_x) + abs(y - next_y) != 1:
                raise BadData(f"the wall has a gap after {x}, {y}")
        for (x, y), row in zip(places, rows, strict=True):
            if row["kind"] == "corner":
                continue
            right, down = STEPS[SIDES.index(row["side"])]
            if tuple(row["cell"]) not in self.number_of:
                raise BadData(f"{row['cell']} is no cell")
            if [row["cell"][0] + right, row["cell"][1] + down] != [x, y]:
                raise BadData(f"the wall at {x}, {y} is not beside its cell")
        outside = {
            (x + right, y + down)
            for x, y in self.cells
            for right, down in STEPS
            if (x + right, y + down) not in self.number_of
        }
        if not outside <= set(places):
            raise BadData("there is a gap between cells and wall")


BOARD: Final = Board(board_document())
CELLS: Final = BOARD.cells
NUMBER_OF: Final = BOARD.number_of
NEIGHBORS: Final = BOARD.neighbors
STARTS: Final = BOARD.starts
CORNERS: Final = BOARD.corners
SEAMS: Final = BOARD.seams


def tower_at(space: int) -> int:
    """Return the corner tower with a wall tile that a space of the track belongs to, or -1."""
    return next((place for place, corner in enumerate(CORNERS) if space in corner), -1)


TOWER_AT: Final = tuple(map(tower_at, range(TRACK)))
"""The same as a table."""
