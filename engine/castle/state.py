"""The state of a match: plain data with a hand-written copy.

Data of seats is in parallel lists. Tiles are numbers of the tile set, sets of tiles ``bytes``. What
follows from the laid tiles (features, requirements of cells) is kept up to date by ``features`` and
not stored: loading a state lays them again.
"""

from __future__ import annotations

from typing import Final

from engine.castle.board import CELLS, CORNERS, SEAMS, STARTS, TOWER_AT, TRACK
from engine.castle.names import COURT, NOBODY, PARTS, PATH, SEATS
from engine.castle.tiles import EXTRA, TileSet
from tablekernel.frames import Frame
from tablekernel.state import State

FOLLOWERS: Final = 6
"""Followers of each player besides the marker on the track (1.1)."""

FREE: Final = -1
"""The shape of a cell without a tile."""

NO_TILE: Final = -1
NO_CELL: Final = -1
TAKEN: Final = 0
"""A corner tower whose wall tile is gone."""

UNKNOWN: Final = 255
"""A castle tile or wall tile with an unknown face, in an observed state."""

ALONE: Final = tuple([1 << len(CELLS) + place for place in range(len(STARTS))])
"""The bit of each start space in an area, where it counts as a tile."""


class Match(State):
    """One play of the game.

    ``bag``            the tiles to come, the next one first; SECRET but for its contents
    ``towers``         by corner tower the kind of the wall tile on it, or ``TAKEN``; SECRET
    ``unused``         the wall tiles that are in no match; SECRET
    ``removed``        the tiles that fitted nowhere
    ``order``          the cells in the order in which they got a tile
    ``laid[cell]``     number of the shape that lies there, or ``FREE``
    ``followers``      by place (``cell << 3 | segment``) the seat whose follower stands there
    ``score[seat]``    points so far, laps of the track included
    ``earned[seat]``   points so far for paths, towers, houses
    ``supply[seat]``   followers at hand
    ``keep[seat]``     tiles of the house with the keep, 0 before the first one
    ``keep_at[seat]``  a cell and side of that house as ``4 * cell + side``, or ``NO_CELL``
    ``wall[seat]``     wall tiles that may be used, lowest first
    ``fresh[seat]``    wall tiles taken since that seat's turn began, not to be used in it
    ``used``           the wall tiles that were used, in order
    ``turn``           number of the turn, from 1
    ``active``         the seat whose turn it is
    ``tile``           the tile drawn and not laid yet, or ``NO_TILE``
    ``cell``           the cell of the tile laid this turn, or ``NO_CELL``

    Worked out from these (see ``features``): ``first[cell]``, ``parent``, ``area``, ``sums``,
    ``seams``, ``asked``.
    """

    __slots__ = (
        "active", "area", "asked", "bag", "cell", "earned", "first", "followers", "fresh", "keep",
        "keep_at", "laid", "order", "parent", "removed", "score", "seams", "sums", "supply",
        "tile", "tiles", "towers", "turn", "unused", "used", "wall",
    )  # fmt: skip

    def __new__(cls, tiles: TileSet, seed: bytes) -> Match:
        """Return a match without its initial values, which a copy replaces by its own."""
        return super().__new__(cls)

    def __init__(self, tiles: TileSet, seed: bytes) -> None:
        super().__init__(seed)
        self.tiles = tiles
        self.bag = b""
        self.towers = bytes(len(CORNERS))
        self.unused = b""
        self.removed = b""
        self.order = b""
        self.laid = [FREE] * len(CELLS)
        self.followers: dict[int, int] = {}
        self.score = [0] * SEATS
        self.earned = [[0] * COURT for _ in range(SEATS)]
        self.supply = [FOLLOWERS] * SEATS
        self.keep = [0] * SEATS
        self.keep_at = [NO_CELL] * SEATS
        self.wall = [b""] * SEATS
        self.fresh = [b""] * SEATS
        self.used = b""
        self.turn = 0
        self.active = NOBODY
        self.tile = NO_TILE
        self.cell = NO_CELL
        self.first = [FREE] * len(CELLS)
        self.parent = list(range(len(STARTS)))
        self.area = list(ALONE)
        self.sums: list[int] = [
            (1 if terrain != COURT else 0) + (markets << EXTRA) for terrain, markets in tiles.starts
        ]
        self.seams: dict[int, int] = {}
        self.asked = bytearray(len(CELLS))
        for place, (start, (terrain, _)) in enumerate(zip(STARTS, tiles.starts, strict=True)):
            self.seams[SEAMS[start.cell][PARTS * start.side]] = place << 2 | terrain
            self.asked[start.cell] |= (17 if terrain == PATH else 1) << start.side

    def copy(self) -> Match:
        """Return a match that shares nothing mutable with this one and collects no events."""
        new = Match.__new__(Match, self.tiles, self.seed)
        new.seed = self.seed
        new.draws = self.draws
        new.events = None
        new.chance = None
        new.stack = [frame.copy() for frame in self.stack]
        new.tiles = self.tiles
        new.bag = self.bag
        new.towers = self.towers
        new.unused = self.unused
        new.removed = self.removed
        new.order = self.order
        new.laid = self.laid[:]
        new.followers = self.followers.copy()
        new.score = self.score[:]
        new.earned = [self.earned[0][:], self.earned[1][:]]
        new.supply = self.supply[:]
        new.keep = self.keep[:]
        new.keep_at = self.keep_at[:]
        new.wall = self.wall[:]
        new.fresh = self.fresh[:]
        new.used = self.used
        new.turn = self.turn
        new.active = self.active
        new.tile = self.tile
        new.cell = self.cell
        new.first = self.first[:]
        new.parent = self.parent[:]
        new.area = self.area[:]
        new.sums = self.sums[:]
        new.seams = self.seams.copy()
        new.asked = self.asked[:]
        return new

    # -- the score track

    def advance(self, seat: int, points: int) -> None:
        """Move the marker, and take the wall tile of the corner tower where it stops (1.8)."""
        score = self.score[seat] = self.score[seat] + points
        tower = TOWER_AT[score % TRACK]
        if tower >= 0 and self.towers[tower]:
            self.take(seat, tower)

    def take(self, seat: int, tower: int) -> None:
        """Take the wall tile of a corner tower; everybody sees it from now on."""
        kind = self.towers[tower]
        self.towers = self.towers[:tower] + bytes((TAKEN,)) + self.towers[tower + 1 :]
        self.fresh[seat] = bytes(sorted((*self.fresh[seat], kind)))
        if self.events is not None:
            self.tell(
                "wall_tile_taken",
                {"seat": seat, "spaces": list(CORNERS[tower]), "wall_tile": kind},
            )

    def use(self, seat: int, kind: int) -> None:
        """Use a wall tile, which then leaves the match."""
        self.wall[seat] = self.wall[seat].replace(bytes((kind,)), b"", 1)
        self.used += bytes((kind,))

    def wall_tiles(self, seat: int) -> bytes:
        """Return all wall tiles of a seat, including those that it may not use yet."""
        return bytes(sorted(self.wall[seat] + self.fresh[seat]))


class MatchFrame(Frame):
    """The base of all frames of the game."""
