"""Tile sets, read from files and checked at import, with every tile prepared in its four rotations
(2, 1.5).

A **segment** is the part of a feature on one tile. Segments of a tile are numbered; their slots are
on the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.castle.board import STARTS
from engine.castle.choices import FOLLOWERS, Follow
from engine.castle.data import BadData, tile_set_documents
from engine.castle.names import (
    CLOCKWISE,
    COURT,
    PARTS,
    PATH,
    PLACE_BITS,
    SIDES,
    SLOTS,
    TERRAINS,
    turn_slot,
)

OPEN: Final = 0xFF
"""The bits of open sides in the sums of a feature (see ``features``)."""

EXTRA: Final = 8
"""The lowest bit of the count of wells of a path, or markets of a court."""

TILES: Final = 60


class Segment(NamedTuple):
    """A part of a tile of one terrain; ``extra`` are its wells or markets."""

    terrain: int
    slots: tuple[int, ...]
    extra: int


class Shape:
    """A tile in one rotation.

    ``sides``       terrain of each side
    ``paths``       bit set of the sides that show a path
    ``at``          by slot the number of its segment, -1 where there is no such slot
    ``scoring``     the segments that may be scored before the end, as (number, a side of it)
    ``choices``     by segment the choice of putting a follower there
    ``lines``       the segments as ``features.lay`` wants them: (terrain, slots, sums)
    """

    __slots__ = ("at", "choices", "lines", "paths", "rotation", "scoring", "segments", "sides",
                 "square", "tile")  # fmt: skip

    def __init__(self, tile: Tile, rotation: int) -> None:
        self.tile = tile.number
        self.rotation = rotation
        self.square = tile.square
        self.sides = tuple([tile.edges[(side - rotation) % 4] for side in range(4)])
        self.paths = sum(1 << side for side in range(4) if self.sides[side] == PATH)
        self.segments = tuple(
            [
                Segment(
                    terrain, tuple(sorted([turn_slot(s, rotation) for s in slots], key=by_name)), n
                )
                for terrain, slots, n in tile.segments
            ]
        )
        at = [-1] * len(SLOTS)
        for number, segment in enumerate(self.segments):
            for slot in segment.slots:
                at[slot] = number
        self.at = tuple(at)
        self.scoring = tuple(
            [
                (number, segment.slots[0] // PARTS)
                for number, segment in enumerate(self.segments)
                if segment.terrain != COURT
            ]
        )
        self.choices: tuple[Follow, ...] = tuple(
            [FOLLOWERS[segment.terrain][segment.slots[0]] for segment in self.segments]
        )
        self.lines = tuple([(t, slots, extra << EXTRA) for t, slots, extra in self.segments])


def by_name(slot: int) -> tuple[int, int]:
    """Return a sort key with the middles of sides first: a segment is named after its first
    slot.
    """
    return slot % PARTS, slot


class Tile:
    """One kind of printed tile."""

    def __init__(self, number: int, document: dict[str, Any]) -> None:
        self.number = number
        self.name: str = document["tile"]
        self.count: int = document["count"]
        self.square: bool = document.get("square", False)
        self.edges = tuple([TERRAINS.index(edge) for edge in document["edges"]])
        self.segments = tuple(
            [
                Segment(
                    TERRAINS.index(row["terrain"]),
                    tuple([SLOTS.index(slot) for slot in row["slots"]]),
                    row.get("markets", 0) + int(row.get("well", False)),
                )
                for row in document["features"]
            ]
        )
        self._check(document["features"])
        self.shapes = tuple([Shape(self, rotation) for rotation in range(4)])

    def _check(self, rows: Iterable[dict[str, Any]]) -> None:
        """Check that each slot is in one segment, of the terrain that its side shows, and that no
        two cross.
        """
        if len(self.edges) != len(SIDES) or self.count < 1:
            raise BadData(f"{self.name}: a tile has four sides, and there is one of it or more")
        if len(self.segments) > 1 << PLACE_BITS:
            raise BadData(f"{self.name}: more features than a follower's place can tell apart")
        found = sorted(slot for segment in self.segments for slot in segment.slots)
        wanted = [
            PARTS * side + part
            for side, terrain in enumerate(self.edges)
            for part in (range(PARTS) if terrain == PATH else (0,))
        ]
        if found != wanted:
            raise BadData(f"{self.name}: not every slot is in exactly one feature")
        for segment in self.segments:
            for slot in segment.slots:
                if segment.terrain != (self.edges[slot // PARTS] if slot % PARTS == 0 else COURT):
                    raise BadData(f"{self.name}: {SLOTS[slot]} shows another terrain")
        for row in rows:
            if row.get("well") and row["terrain"] != "path":
                raise BadData(f"{self.name}: a well that lies on no path")
            if row.get("markets") and row["terrain"] != "court":
                raise BadData(f"{self.name}: a market that lies in no court")
        for one, other in combinations(self.segments, 2):
            if crossing(one.slots, other.slots):
                raise BadData(f"{self.name}: two features cross")
        self._check_paths()

    def _check_paths(self) -> None:
        """Check that a square separates all paths that meet there, and that paths without one are
        joined (1.5).
        """
        paths = [segment for segment in self.segments if segment.terrain == PATH]
        if self.square and any(len(path.slots) > 1 for path in paths):
            raise BadData(f"{self.name}: a path that goes on over a square")
        if not self.square and len(paths) > 1:
            raise BadData(f"{self.name}: two paths, and no square that parts them")


def crossing(one: Iterable[int], other: Iterable[int]) -> bool:
    """True if a line around the tile meets two segments alternately."""
    mine, theirs = set(one), set(other)
    met = [slot in mine for slot in CLOCKWISE if slot in mine or slot in theirs]
    return sum(a != b for a, b in zip(met, met[1:] + met[:1], strict=True)) > 2


class TileSet:
    """A set of tiles with the terrains of the start spaces.

    ``bag``     every tile by its number, in order
    ``shapes``  ``shapes[4 * tile + rotation]``
    ``fits``    by tile a table from what a cell asks for to the legal rotations as bits: see
                ``fitting``
    ``starts``  by start space its terrain and its markets
    """

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        self.name = name
        self.status: str = document["status"]
        self.source: str = document["source"]
        self.tiles = tuple([Tile(number, row) for number, row in enumerate(document["tiles"])])
        self.names = tuple([tile.name for tile in self.tiles])
        self.number_of = {tile.name: tile.number for tile in self.tiles}
        self.bag = bytes([tile.number for tile in self.tiles for _ in range(tile.count)])
        self.shapes = tuple([shape for tile in self.tiles for shape in tile.shapes])
        self.fits = tuple([fitting(tile) for tile in self.tiles])
        rows = document["starts"]
        self.starts = tuple([(TERRAINS.index(row["terrain"]), row["markets"]) for row in rows])
        self._check(rows)

    def _check(self, rows: list[dict[str, Any]]) -> None:
        if len(self.bag) != TILES:
            raise BadData(f"{self.name}: {len(self.bag)} tiles are not {TILES}")
        if len(self.number_of) != len(self.tiles):
            raise BadData(f"{self.name}: two tiles have one name")
        if [row["spaces"] for row in rows] != [list(start.spaces) for start in STARTS]:
            raise BadData(f"{self.name}: the start spaces are not those of the board")
        if any(markets and terrain != COURT for terrain, markets in self.starts):
            raise BadData(f"{self.name}: a market on a start space that shows no court")


def fitting(tile: Tile) -> bytes:
    """Return the legal rotations as bits for every set of requirements of a cell's four sides
    (1.3).

    The lowest four bits are the sides with a neighbor, the next four those of them that require a
    path. Without a neighbor nothing is legal, so 0 stands for occupied cells as well.
    """
    table = bytearray(256)
    for asked in range(256):
        known, paths = asked & 15, asked >> 4
        if known and not paths & ~known:
            for shape in tile.shapes:
                if shape.paths & known == paths:
                    table[asked] |= 1 << shape.rotation
    return bytes(table)


def tile_sets(documents: Mapping[str, dict[str, Any]]) -> dict[str, TileSet]:
    """Return the sets of these documents by name. A tile's name means the same in all of them,
    since texts depend on it alone. Raises ``BadData``.
    """
    found = {name: TileSet(name, document) for name, document in documents.items()}
    faces: dict[str, tuple[Any, ...]] = {}
    for tiles in found.values():
        for tile in tiles.tiles:
            face = (tile.edges, tile.segments, tile.square)
            if faces.setdefault(tile.name, face) != face:
                raise BadData(f"{tiles.name}: {tile.name} is another tile in another set")
    return found


TILE_SETS: Final = tile_sets(tile_set_documents())
"""All tile sets by name: one for each file of the folder."""

USUAL: Final = "reconstruction"
