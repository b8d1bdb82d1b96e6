"""The wall around the cells with the score track: its 100 spaces, the corner towers with their wall
tiles, the start spaces, and the markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.castle.board import BOARD, STARTS
from engine.castle.names import COURT, PATH, TERRAINS
from engine.castle.picture.paints import GROUNDS, JOINT, MARK, TOWER, WALL
from engine.castle.picture.pieces import LEAST, piece
from engine.castle.picture.tiles import SIDE, market, sign_at
from engine.castle.tiles import TileSet
from engine.drawing.paints import CARD_INK, INK, WHITE
from engine.drawing.svg import Markup, group, join_markup, number, tag

Document = Mapping[str, Any]

HALF: Final = SIDE / 2
SPACE: Final = HALF / 2
"""The distance from the middle of a block to that of a space."""
SHELF: Final = 13
"""The width of the inner part of a start space, which shows its terrain."""
MARKER: Final = 15


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
    def inside(self) -> tuple[int, int]:
        """The direction of the cells. The track runs clockwise around them."""
        return -self.out[1], self.out[0]

    @property
    def free(self) -> tuple[float, float]:
        """The quarter of a corner tower without a space, for its wall tile."""
        return (
            self.x + 10 * (self.into[0] - self.out[0]),
            self.y + 10 * (self.into[1] - self.out[1]),
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
            first = (x - 11 * into[0] - 4 * out[0], y - 11 * into[1] - 4 * out[1])
            second = (x + 11 * out[0] + 4 * into[0], y + 11 * out[1] + 4 * into[1])
        across = ((abs(into[1]), abs(into[0])), (abs(out[1]), abs(out[0])))
        yield Stones(x, y, into, out, Space(*first, across[0]), Space(*second, across[1]))


BLOCKS: Final = tuple(blocks())
SPACES: Final = tuple([space for block in BLOCKS for space in (block.first, block.second)])
BLOCK_AT: Final = {row.spaces: block for row, block in zip(BOARD.blocks, BLOCKS, strict=True)}


def wall(view: Document, tiles: TileSet) -> Markup:
    """Draw the wall with everything on it."""
    taken = {seat["space"] for seat in view["seats"]}
    numbers = (
        tag("text", str(space), x=one.x, y=one.y + 4)
        for space, one in enumerate(SPACES)
        if space not in taken
    )
    track = group(*numbers, fill=INK, font_size=LEAST, text_anchor="middle")
    return join_markup((stones(tiles), *wall_tiles(view), track, *markers(view)))


@lru_cache(maxsize=20)
def stones(tiles: TileSet) -> Markup:
    """Draw the wall alone."""
    corners = [block for block in BLOCKS if block.into != block.out]
    straight = [block for block in BLOCKS if block.into == block.out]
    spaces = tag(
        "path",
        d="".join(half for block in straight for half in halves(block)),
        fill=WALL,
        stroke=JOINT,
        stroke_width=0.8,
    )
    starts = (start_space(place, tiles) for place in range(len(STARTS)))
    return join_markup((spaces, *map(corner_tower, corners), *starts))


def halves(block: Stones) -> Iterator[str]:
    """Yield the outlines of the two spaces of a straight block."""
    wide = SIDE if block.out[1] else HALF
    high = SIDE if block.out[0] else HALF
    left, top = number(block.x - HALF), number(block.y - HALF)
    right, low = number(block.x + HALF - wide), number(block.y + HALF - high)
    for x, y in ((left, top), (right, low)):
        yield f"M{x} {y}h{number(wide)}v{number(high)}h-{number(wide)}z"


def corner_tower(block: Stones) -> Markup:
    side = SIDE - 2
    return tag(
        "rect",
        x=block.x - side / 2,
        y=block.y - side / 2,
        width=side,
        height=side,
        rx=6,
        fill=TOWER,
        stroke=JOINT,
        stroke_width=2,
    )


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
    shelf = {"x": x - wide / 2, "y": y - high / 2, "width": wide, "height": high}
    parts = [
        tag("rect", **shelf, fill=GROUNDS["court" if terrain == PATH else name], stroke=CARD_INK)
    ]
    if terrain == PATH:
        parts.append(road(x, y, inward))
    elif terrain != COURT:
        parts.append(tag("path", d=sign_at(name, (x, y)), fill=WHITE))
    elif markets:
        parts.append(market(x, y))
    return join_markup(parts)


def road(x: float, y: float, inward: tuple[int, int]) -> Markup:
    """Draw a path across the terrain of a start space."""
    wide = SHELF if inward[0] else 7
    high = SHELF if inward[1] else 7
    return tag(
        "rect",
        x=x - wide / 2,
        y=y - high / 2,
        width=wide,
        height=high,
        fill=GROUNDS["path"],
        stroke=CARD_INK,
        stroke_width=0.9,
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


def markers(view: Document) -> Iterator[Markup]:
    """Draw the markers, with the number of the lap from the second one on."""
    shared = len({seat["space"] for seat in view["seats"]}) == 1
    for seat in view["seats"]:
        space = SPACES[seat["space"]]
        aside = (8.5 if seat["seat"] else -8.5) if shared else 0
        lap = str(seat["laps"] + 1) if seat["laps"] else ""
        yield group(
            piece(seat["seat"], MARKER, lap),
            x=space.x + aside * space.across[0],
            y=space.y + aside * space.across[1],
        )
