"""The wall around the cells with the score track: its 100 spaces, the corner towers with their wall
tiles, the start spaces, and the markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.castle.board import BOARD, STARTS
from engine.castle.names import COURT, PATH, TERRAINS
from engine.castle.picture.joined import SHELF, outline_cells
from engine.castle.picture.paints import GROUNDS, JOINT, MARK, RIM
from engine.castle.picture.pieces import MARKER, marker
from engine.castle.picture.shapes import SIDE, merge_lines
from engine.castle.picture.textures import BUILDINGS, GRASS, STONES, sign
from engine.castle.text import CastleLanguage
from engine.castle.tiles import TileSet
from tablekernel.drawing.paints import INK, WHITE
from tablekernel.drawing.panels import add_title
from tablekernel.drawing.svg import Markup, group, join_markup, number, reuse, tag
from tablekernel.scene import Scene

Document = Mapping[str, Any]

HALF: Final = SIDE / 2
SPACE: Final = HALF / 2
"""The distance from the middle of a block to that of a space."""


class Space(NamedTuple):
    """The middle of a space of the track, and the direction in which two markers on it are placed
    side by side.
    """

    x: float
    y: float
    across: tuple[int, int]


class Stones(NamedTuple):
    """A block of the wall: its middle, the ways in and out, and its two spaces."""

    x: float
    y: float
    into: tuple[int, int]
    out: tuple[int, int]
    first: Space
    second: Space

    @property
    def is_corner(self) -> bool:
        """True if the track turns here."""
        return self.into != self.out

    @property
    def inside(self) -> tuple[int, int]:
        """The direction of the cells. The track runs clockwise around them."""
        return -self.out[1], self.out[0]

    @property
    def free(self) -> tuple[float, float]:
        """The quarter of a corner tower without a space, for its wall tile."""
        return (
            self.x + 9 * (self.into[0] - self.out[0]),
            self.y + 9 * (self.into[1] - self.out[1]),
        )

    def aside(self, away: float, along: float) -> tuple[float, float]:
        """Return a point of a straight block: ``away`` from its middle towards the outside,
        ``along`` the track.
        """
        inside, out = self.inside, self.out
        return (
            self.x - away * inside[0] + along * out[0],
            self.y - away * inside[1] + along * out[1],
        )


def blocks() -> Iterator[Stones]:
    """Yield every block in the order of the track; 0, 0 is the corner of the first cell."""
    ring = BOARD.blocks
    for at, block in enumerate(ring):
        before, after = ring[at - 1], ring[(at + 1) % len(ring)]
        into = (block.x - before.x, block.y - before.y)
        out = (after.x - block.x, after.y - block.y)
        x, y = block.x * SIDE + HALF, block.y * SIDE + HALF
        if into == out:  # the spaces lie along the outer edge
            aside_x, aside_y = 5 * out[1], -5 * out[0]
            first = (x + aside_x - SPACE * out[0], y + aside_y - SPACE * out[1])
            second = (x + aside_x + SPACE * out[0], y + aside_y + SPACE * out[1])
        else:
            first = (x - 11 * into[0] - 5 * out[0], y - 11 * into[1] - 5 * out[1])
            second = (x + 11 * out[0] + 5 * into[0], y + 11 * out[1] + 5 * into[1])
        across = ((abs(into[1]), abs(into[0])), (abs(out[1]), abs(out[0])))
        yield Stones(x, y, into, out, Space(*first, across[0]), Space(*second, across[1]))


BLOCKS: Final = tuple(blocks())
SPACES: Final = tuple([space for block in BLOCKS for space in (block.first, block.second)])
ON_TOWERS: Final = {space for space in range(len(SPACES)) if BLOCKS[space // 2].is_corner}
NUMBERS: Final = {
    space: tag("text", str(space), x=one.x, y=one.y + 5.4)
    for space, one in enumerate(SPACES)
    if space in ON_TOWERS or (space % 5 == 0 and not {space - 1, space + 1} & ON_TOWERS)
}
"""The numbers on the track: those on towers, and each fifth one that is not beside a tower."""
BLOCK_AT: Final = {row.spaces: block for row, block in zip(BOARD.blocks, BLOCKS, strict=True)}


def wall(view: Document, tiles: TileSet) -> Markup:
    """Draw the wall with numbers on its free spaces, and its wall tiles. A marker on a tower takes
    the room of both numbers.
    """
    taken = {seat["space"] for seat in view["seats"]}
    taken |= {space ^ 1 for space in taken & ON_TOWERS}
    numbers = (words for space, words in NUMBERS.items() if space not in taken)
    track = group(*numbers, fill=INK, text_anchor="middle")
    return join_markup((stones(tiles), track, *wall_tiles(view)))


@lru_cache(maxsize=20)
def stones(tiles: TileSet) -> Markup:
    """Draw the wall alone."""
    straight = [block for block in BLOCKS if not block.is_corner]
    ground = outline_cells((row.x, row.y) for row in BOARD.blocks)
    joints = "".join(
        "".join(line(block, 20, along, -40, 0)) for block in straight for along in (-HALF, 0)
    )
    parapets, inner = parapet(19), parapet(-20)
    corners = (reuse("corner", x=block.x, y=block.y) for block in BLOCKS if block.is_corner)
    return join_markup(
        (
            tag("path", d=ground, fill=STONES),
            tag("path", d=joints, stroke=JOINT, stroke_width=0.8, opacity=0.7),
            tag("path", d=inner + parapets, stroke=JOINT, stroke_width=2.4),
            tag("path", d=parapets, stroke=JOINT, stroke_width=6, stroke_dasharray="6.5 4"),
            group(
                *(start_space(place, tiles) for place in range(len(STARTS))),
                stroke=RIM,
                stroke_width=1.2,
            ),
            *corners,
        )
    )


def parapet(away: float) -> str:
    """Return a line along all straight blocks, ``away`` from their middle, as a path."""
    parts = []
    for at, block in enumerate(BLOCKS):
        if not block.is_corner:
            start, way = line(block, away, -HALF, 0, SIDE)
            parts += [start, way] if BLOCKS[at - 1].is_corner else [way]
    return merge_lines("".join(parts))


def line(
    block: Stones, away: float, along: float, to_away: float, to_along: float
) -> tuple[str, str]:
    """Return a line on a block: its start, a point of ``Stones.aside``, and its path from there."""
    x, y = block.aside(away, along)
    end_x, end_y = block.aside(away + to_away, along + to_along)
    way = f"h{number(end_x - x)}" if end_y == y else f"v{number(end_y - y)}"
    return f"M{number(x)} {number(y)}", way


def start_space(place: int, tiles: TileSet) -> Markup:
    """Draw the terrain along the inner side of a start space."""
    block = BLOCK_AT[STARTS[place].spaces]
    terrain, markets = tiles.starts[place]
    name = TERRAINS[terrain]
    inward, along = block.inside, block.out
    depth = HALF - SHELF / 2
    x, y = block.x + depth * inward[0], block.y + depth * inward[1]
    wide = SIDE if along[0] else SHELF
    high = SIDE if along[1] else SHELF
    shelf = tag(
        "rect",
        x=x - wide / 2,
        y=y - high / 2,
        width=wide,
        height=high,
        fill=BUILDINGS.get(name, GRASS),
    )
    if terrain == PATH:
        return join_markup((shelf, road(x, y, inward)))
    if terrain != COURT:
        return join_markup((shelf, sign(name, x, y, hollow=True)))
    return join_markup((shelf, *([reuse("market", x=x, y=y)] if markets else ())))


def road(x: float, y: float, inward: tuple[int, int]) -> Markup:
    """Draw a path across the terrain of a start space."""
    right, down = SHELF / 2 * inward[0], SHELF / 2 * inward[1]
    d = f"M{number(x - right)} {number(y - down)}L{number(x + right)} {number(y + down)}"
    return join_markup(
        tag("path", d=d, stroke=ink, stroke_width=wide)
        for ink, wide in ((RIM, 9), (GROUNDS["path"], 6.8))
    )


def wall_tiles(view: Document) -> Iterator[Markup]:
    """Draw the wall tiles that lie face down on the corner towers."""
    for tower in view["towers"]:
        if tower["wall_tile"]:
            yield wall_tile(*BLOCK_AT[tuple(tower["spaces"])].free)


def wall_tile(x: float, y: float) -> Markup:
    """Draw a face-down wall tile around x, y."""
    back = tag("rect", x=-7, y=-7, width=14, height=14, rx=2.5, fill=MARK, stroke=WHITE)
    return group(back, tag("path", d="M0-4.5L4.5 0 0 4.5-4.5 0z", fill=WHITE), x=x, y=y)


def markers(scene: Scene, tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw the markers. Each shows the points of its seat: their last two digits are the number of
    the space.
    """
    seats = scene.view["seats"]
    shared = len({seat["space"] for seat in seats}) == 1
    for seat in seats:
        space = SPACES[seat["space"]]
        aside = (seat["seat"] - 0.5) * MARKER if shared else 0
        words = tongue.fact(tongue.seat(seat["seat"], scene.names), tongue.points(seat["score"]))
        yield group(
            add_title(words, marker(seat["seat"], str(seat["score"]))),
            id=f"board-marker-{seat['seat']}",
            x=space.x + aside * space.across[0],
            y=space.y + aside * space.across[1],
        )
