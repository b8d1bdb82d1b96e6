"""The cells within the wall, with tiles and followers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.castle.board import BOARD, CELLS
from engine.castle.names import SLOTS
from engine.castle.picture.paints import FREE, MARK
from engine.castle.picture.pieces import LEAST, keep, piece
from engine.castle.picture.tiles import SIDE, anchor, face
from engine.castle.picture.wall import wall
from engine.castle.picture.wording import cell_of, role_of
from engine.castle.text import CastleLanguage
from engine.castle.tiles import TileSet
from engine.drawing.paints import LINE, QUIET, WHITE
from engine.drawing.svg import Block, Markup, group, join_markup, tag
from engine.kernel.scene import Scene

Document = Mapping[str, Any]

LEFT: Final = min(block.x for block in BOARD.blocks)
TOP: Final = min(block.y for block in BOARD.blocks)
COLUMNS: Final = 1 + max(block.x for block in BOARD.blocks) - LEFT
ROWS: Final = 1 + max(block.y for block in BOARD.blocks) - TOP
FOLLOWER: Final = 15


def board(scene: Scene, tiles: TileSet, tongue: CastleLanguage, width: float) -> Block:
    """Draw the whole board, centered in ``width``."""
    view = scene.view
    parts = (
        free_cells(view),
        wall(view, tiles),
        *draw_tiles(view, tiles, tongue),
        *draw_last(view),
        *keeps(scene, tongue),
        *followers(scene, tongue),
    )
    aside = (width - COLUMNS * SIDE) / 2
    moved = group(*parts, x=aside - LEFT * SIDE, y=-TOP * SIDE)
    return Block(moved, ROWS * SIDE)


def free_cells(view: Document) -> Markup:
    """Draw the cells without a tile, with their column and row."""
    taken = {(one["x"], one["y"]) for one in view["board"]}
    cells = [(x, y) for x, y in CELLS if (x, y) not in taken]
    squares = "".join(f"M{x * SIDE} {y * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in cells)
    places = (tag("text", f"{x},{y}", x=(x + 0.5) * SIDE, y=(y + 0.5) * SIDE + 4) for x, y in cells)
    return join_markup(
        (
            tag("path", d=squares, fill=FREE, stroke=LINE, stroke_width=0.8),
            group(*places, fill=QUIET, font_size=LEAST, text_anchor="middle"),
        )
    )


def draw_tiles(view: Document, tiles: TileSet, tongue: CastleLanguage) -> Iterator[Markup]:
    for one in view["board"]:
        shape = tiles.tiles[tiles.number_of[one["tile"]]].shapes[one["rotation"]]
        words = tongue.fact(cell_of(one, tongue), tongue.tile(one["tile"]))
        title = tag("title", words)
        yield group(title, face(shape), x=one["x"] * SIDE, y=one["y"] * SIDE)


def draw_last(view: Document) -> Iterator[Markup]:
    """Draw a frame around the last tile."""
    if view["board"] and view["phase"] != "over":
        last = view["board"][-1]
        yield glow(last["x"] * SIDE, last["y"] * SIDE, SIDE)


def glow(x: float, y: float, side: float) -> Markup:
    """Draw a frame around a square."""
    return join_markup(
        tag(
            "rect",
            x=x,
            y=y,
            width=side,
            height=side,
            fill="none",
            stroke=ink,
            stroke_width=wide,
        )
        for ink, wide in ((WHITE, 4), (MARK, 2.4))
    )


def followers(scene: Scene, tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw every follower, with the letter of its role."""
    for one in scene.view["followers"]:
        x, y = anchor(SLOTS.index(one["slot"]))
        owner = tongue.seat(one["seat"], scene.names)
        letter = tongue.letters[one["role"]]
        yield group(
            tag("title", tongue.fact(owner, role_of(one, tongue))),
            piece(one["seat"], FOLLOWER, letter),
            x=one["x"] * SIDE + x,
            y=one["y"] * SIDE + y,
        )


def keeps(scene: Scene, tongue: CastleLanguage) -> Iterator[Markup]:
    for seat in scene.view["seats"]:
        where = seat["keep"]
        if where:
            x, y = anchor(SLOTS.index(where["slot"]))
            owner = tongue.seat(seat["seat"], scene.names)
            house = f"{tongue.table['keep_of']}, {tongue.tiles(where['size'])}"
            yield group(
                tag("title", tongue.fact(owner, house)),
                keep(seat["seat"], where["x"] * SIDE + x, where["y"] * SIDE + y),
            )
