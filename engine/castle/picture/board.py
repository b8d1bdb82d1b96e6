"""The cells within the wall, with tiles, features and followers, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import fsum
from typing import Any, Final, NamedTuple

from engine.castle.board import BOARD, CELLS
from engine.castle.names import SLOTS
from engine.castle.picture.emphasis import about_feature, draw_overlays, feature_choices
from engine.castle.picture.features import draw_features
from engine.castle.picture.joined import (
    LaidTiles,
    largest_empty_region,
    outline_cells,
    place_in_slot,
)
from engine.castle.picture.paints import EMPTY
from engine.castle.picture.pieces import follower, keep
from engine.castle.picture.shapes import SIDE, anchor
from engine.castle.picture.textures import CELL_BOX
from engine.castle.picture.tiles import extras_of, face
from engine.castle.picture.wall import markers, wall
from engine.castle.picture.wording import cell_of, feature_title, role_of
from engine.castle.text import CastleLanguage
from engine.castle.tiles import TileSet
from tablekernel.drawing.elements import DETAIL, Emphasis, element, halos
from tablekernel.drawing.lettering import label
from tablekernel.drawing.paints import ACCENT, GLOW, INK, QUIET
from tablekernel.drawing.panels import add_title
from tablekernel.drawing.svg import Block, Markup, group, join_markup, reuse, tag
from tablekernel.marks import PREFIX, id_of
from tablekernel.scene import Scene

Document = Mapping[str, Any]

LEFT: Final = min(block.x for block in BOARD.blocks)
TOP: Final = min(block.y for block in BOARD.blocks)
COLUMNS: Final = 1 + max(block.x for block in BOARD.blocks) - LEFT
ROWS: Final = 1 + max(block.y for block in BOARD.blocks) - TOP


class Context(NamedTuple):
    """What every part of the board is drawn from."""

    scene: Scene
    tiles: TileSet
    tongue: CastleLanguage
    emphasis: Emphasis
    table: LaidTiles


def board(
    scene: Scene,
    tiles: TileSet,
    tongue: CastleLanguage,
    emphasis: Emphasis,
    width: float,
    scale: float = 1,
) -> Block:
    """Draw the whole board, centered in ``width``."""
    view = scene.view
    drawn = Context(scene, tiles, tongue, emphasis, LaidTiles.of(view, tiles))
    parts = (
        cells(drawn),
        *empty_region(drawn),
        wall(view, tiles),
        *draw_features(view, drawn.table, tongue),
        *markets(drawn),
        *draw_overlays(scene, drawn.table),
        *about_feature(scene, drawn.table),
        *ghost(drawn),
        *cell_frames(drawn),
        *keeps(scene, tongue),
        *followers(scene, tongue),
        *markers(scene, tongue),
        *feature_choices(scene, drawn.table, tongue, emphasis),  # above what stands on them
    )
    moved = group(*parts, x=-LEFT * SIDE, y=-TOP * SIDE)
    aside = (width - COLUMNS * SIDE * scale) / 2
    if scale != 1:
        moved = tag("g", moved, transform=f"scale({scale:g})")
    return Block(group(moved, x=aside), ROWS * SIDE * scale)


# --- cells ---------------------------------------------------------------------------------------


def cells(drawn: Context) -> Markup:
    """Draw all cells as elements: those without a tile show their column and row below the pointer
    and with the focus. Frames that are drawn over tiles come later.
    """
    view, tongue, is_open = drawn.scene.view, drawn.tongue, drawn.emphasis.open
    laid = {(one["x"], one["y"]): one["tile"] for one in view["board"]}
    region = set(largest_empty_region(laid)) if view["phase"] == "over" else set()
    found = (
        cell(
            tongue,
            x,
            y,
            laid.get((x, y)),
            clickable=f"{PREFIX}cell-{x}-{y}" in is_open,
            numbered=(x, y) not in region,
        )
        for x, y in CELLS
    )
    return group(*found, fill=QUIET, text_anchor="middle")


@lru_cache(maxsize=2000)
def cell(
    tongue: CastleLanguage, x: int, y: int, tile: str | None, *, clickable: bool, numbered: bool
) -> Markup:
    """Draw one cell. Cached: few cells change from move to move."""
    name = f"cell-{x}-{y}"
    where = cell_of({"x": x, "y": y}, tongue)
    inside = [reuse("tile" if tile else "free")]
    if clickable:
        inside.append(tag("rect", width=SIDE, height=SIDE, fill=GLOW))
    if not tile and numbered:
        inside.append(tag("text", f"{x},{y}", x=SIDE / 2, y=SIDE / 2 + 5, class_=DETAIL))
    none: frozenset[str] = frozenset()
    return element(
        name,
        *inside,
        emphasis=Emphasis(frozenset([id_of(name)]) if clickable else none, none, none),
        box=CELL_BOX,
        title=tongue.fact(where, tongue.tile(tile)) if tile else where,
        x=x * SIDE,
        y=y * SIDE,
    )


def empty_region(drawn: Context) -> Iterator[Markup]:
    """Draw the largest empty region at the end, with its size in the middle."""
    view = drawn.scene.view
    if view["phase"] != "over":
        return
    region = largest_empty_region((one["x"], one["y"]) for one in view["board"])
    if not region:
        return
    size = len(region)
    center = fsum(x for x, _ in region) / size, fsum(y for _, y in region) / size
    x, y = min(region, key=lambda at: (at[0] - center[0]) ** 2 + (at[1] - center[1]) ** 2)
    words = drawn.tongue.fact(drawn.tongue.table["empty_region"], drawn.tongue.cells(size))
    frame = tag(
        "path",
        d=outline_cells(region),
        fill=EMPTY,
        fill_opacity=0.8,
        stroke=ACCENT,
        stroke_width=2,
        stroke_dasharray="5 3",
    )
    count = label(
        str(size),
        (x + 0.5) * SIDE,
        (y + 0.5) * SIDE + 8,
        size=24,
        ink=INK,
        bold=True,
        anchor="middle",
    )
    yield add_title(words, join_markup((frame, count)))


def cell_frames(drawn: Context) -> Iterator[Markup]:
    """Draw the frames of the cell laid last and of the previewed one, over the tiles."""
    emphasis = drawn.emphasis._replace(open=frozenset())
    framed = emphasis.last | emphasis.chosen
    for x, y in CELLS:
        ident = f"{PREFIX}cell-{x}-{y}"
        if ident in framed:
            yield group(*halos(ident, emphasis, CELL_BOX), x=x * SIDE, y=y * SIDE)


def ghost(drawn: Context) -> Iterator[Markup]:
    """Draw the previewed tile, slightly transparent, or the previewed follower."""
    scene, preview = drawn.scene, drawn.scene.preview
    if not preview or "choice" not in preview:
        return
    if "rotation" in preview and scene.view["tile"]:
        tile = drawn.tiles.tiles[drawn.tiles.number_of[scene.view["tile"]["tile"]]]
        shape = tile.shapes[preview["rotation"]]
        x, y = preview["x"] * SIDE, preview["y"] * SIDE
        yield group(face(shape), x=x, y=y, opacity=0.8, pointer_events="none")
    turn = scene.view["turn"]
    if preview.get("verb") in drawn.tongue.roles and turn and turn["laid"]:
        x, y = anchor(SLOTS.index(preview["slot"]))
        laid = turn["laid"]
        yield group(
            follower(turn["seat"], preview["verb"]),
            x=laid["x"] * SIDE + x,
            y=laid["y"] * SIDE + y,
            opacity=0.8,
            pointer_events="none",
        )


# --- what stands on tiles ------------------------------------------------------------------------


def markets(drawn: Context) -> Iterator[Markup]:
    """Draw every square, well and market; a market says how large its court is."""
    tongue = drawn.tongue
    courts = {
        (one["x"], one["y"], slot): feature
        for feature in drawn.scene.view["features"]
        if feature["markets"]
        for one in feature["cells"]
        for slot in one["slots"]
    }
    for (x, y), shape in drawn.table.shapes.items():
        for name, (right, down) in extras_of(shape):
            drawing = reuse(name, x=x * SIDE + right, y=y * SIDE + down)
            if name == "market":
                court = next(
                    courts[x, y, SLOTS[segment.slots[0]]]
                    for segment in shape.segments
                    if segment.extra and (x, y, SLOTS[segment.slots[0]]) in courts
                )
                title = tag("title", feature_title(court, tongue))
                drawing = tag(
                    "use", title, href="#board-market", x=x * SIDE + right, y=y * SIDE + down
                )
            yield drawing


def followers(scene: Scene, tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw every follower in its slot, with its title."""
    for one in scene.view["followers"]:
        seat, (x, y) = one["seat"], place_in_slot(one)
        title = tongue.fact(tongue.seat(seat, scene.names), role_of(one, tongue))
        ident = f"board-follower-{seat}-{one['x']}-{one['y']}-{one['slot']}"
        yield group(tag("title", title), follower(seat, one["role"]), x=x, y=y, id=ident)


def keeps(scene: Scene, tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw every keep in its house."""
    for seat in scene.view["seats"]:
        where = seat["keep"]
        if where:
            owner = tongue.seat(seat["seat"], scene.names)
            house = f"{tongue.table['keep_of']}, {tongue.tiles(where['size'])}"
            yield group(
                tag("title", tongue.fact(owner, house)),
                keep(seat["seat"], *place_in_slot(where)),
                id=f"board-keep-{seat['seat']}",
            )
