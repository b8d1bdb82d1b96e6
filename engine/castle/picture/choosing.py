"""What the viewer chooses from beside the board: the rotations of the drawn tile, and the places
for a follower on the tile just laid, drawn large.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.castle.names import SLOTS
from engine.castle.picture.pieces import follower
from engine.castle.picture.shapes import SIDE, anchor
from engine.castle.picture.tiles import face
from engine.castle.picture.wording import feature_title
from engine.castle.text import CastleLanguage
from engine.castle.tiles import TileSet
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import SMALL, fit_text, label, wrap_text
from tablekernel.drawing.paints import INK, PANEL, QUIET
from tablekernel.drawing.svg import Block, Markup, group, join_markup, number, tag
from tablekernel.marks import id_of
from tablekernel.scene import Scene

Document = Mapping[str, Any]

DRAWN: Final = 1.6
"""The size of the drawn tile relative to those on the board."""
LARGE: Final = 3.3
"""The size of a tile on which a follower can be placed."""
SPOT: Final = 15
"""The radius of a place for a follower."""
ROW: Final = 19


def scaled(content: Markup, scale: float, x: float = 0, y: float = 0) -> Markup:
    """Draw content larger, at x, y."""
    return tag("g", content, transform=f"translate({number(x)} {number(y)}) scale({scale:g})")


def draw_next_tile(
    scene: Scene, tiles: TileSet, tongue: CastleLanguage, emphasis: Emphasis, width: float
) -> Block:
    """Draw the tile to lay in its four rotations, with the quarter turns below each. A rotation
    with which it fits nowhere is pale.
    """
    tile = scene.view["tile"]
    if not tile:
        return Block(Markup(""), 0)
    shapes = tiles.tiles[tiles.number_of[tile["tile"]]].shapes
    side = SIDE * DRAWN
    words = tongue.fact(tongue.table["drawn"], tongue.tile(tile["tile"]))
    left = width - 4 * (side + 11) + 7
    lines = wrap_text(words, left - 16, SMALL, lines=4, bold=True)
    parts = [
        label(line, 0, 20 + 18 * row, size=SMALL, ink=INK, bold=True)
        for row, line in enumerate(lines)
    ]
    for rotation, shape in enumerate(shapes):
        name = f"turn-{rotation}"
        turned = f"{90 * rotation}\N{DEGREE SIGN}"
        fits = scene.decision is None or id_of(name) in emphasis.open
        drawing = scaled(face(shape), DRAWN)
        parts.append(
            element(
                name,
                drawing if fits else group(drawing, opacity=0.4),
                label(turned, side / 2, side + 17, size=SMALL, ink=QUIET, anchor="middle"),
                emphasis=emphasis,
                box=Box(side + 6, side + 6, 6, -3, -3),
                title=tongue.turns[rotation],
                x=left + rotation * (side + 11),
                y=4,
            )
        )
    return Block(join_markup(parts), side + 24)


def draw_places(
    scene: Scene, tiles: TileSet, tongue: CastleLanguage, emphasis: Emphasis, width: float
) -> Block:
    """Draw the tile just laid with every place where the viewer may put a follower, and what each
    is. Nothing if they are not asked.
    """
    laid = scene.view["turn"] and scene.view["turn"]["laid"]
    options = [
        option
        for option in (scene.decision["options"] if scene.decision else ())
        if option["verb"] in tongue.roles
    ]
    if not laid or not options:
        return Block(Markup(""), 0)
    tile = next(
        one for one in scene.view["board"] if (one["x"], one["y"]) == (laid["x"], laid["y"])
    )
    shape = tiles.tiles[tiles.number_of[tile["tile"]]].shapes[tile["rotation"]]
    side = SIDE * LARGE
    words = draw_spots(options, laid, scene, tongue, emphasis, width - side - 16)
    tile_drawn = scaled(face(shape, signed=False), LARGE, 1, 1)
    return Block(join_markup((tile_drawn, words.markup)), max(side + 2, words.height) + 4)


def draw_spots(
    options: list[Document],
    laid: Document,
    scene: Scene,
    tongue: CastleLanguage,
    emphasis: Emphasis,
    room: float,
) -> Block:
    """Draw the places for a follower. Each is one element with the words beside the tile."""
    seat, side, down = scene.view["turn"]["seat"], SIDE * LARGE, 0
    spots = []
    for option in options:
        x, y = anchor(SLOTS.index(option["slot"]))
        x, y = x * LARGE + 1, y * LARGE + 1
        name, piece = place_name(laid, option), follower(seat, option["verb"])
        chosen = id_of(name) in emphasis.chosen
        figure = scaled(piece, 1.15)
        title = wrap_text(option["label"], room - 26, SMALL, lines=2)
        what = fit_text(feature_title(option, tongue), room - 26, SMALL)
        high = ROW * (len(title) + 1)
        words = group(
            group(piece, x=10, y=15),
            *(
                label(line, 26, 15 + ROW * row, size=SMALL, ink=INK)
                for row, line in enumerate(title)
            ),
            label(what, 26, high - 4, size=SMALL, ink=QUIET),
            tag("rect", width=room, height=high, fill=PANEL, opacity=0),
            x=side + 16 - x,
            y=down - y,
        )
        spots.append(
            element(
                name,
                words,
                tag("circle", r=SPOT, fill=PANEL, opacity=0.8),
                figure if chosen else group(figure, opacity=0.8),
                emphasis=emphasis,
                box=Box(2 * SPOT, 2 * SPOT, SPOT, -SPOT, -SPOT),
                title=option["label"],
                text=tongue.texts[option["terrain"]],
                x=x,
                y=y,
            )
        )
        down += high + 6
    return Block(join_markup(spots), down)


def place_name(laid: Document, option: Document) -> str:
    """Return the name of the element of a place for a follower."""
    return f"place-{laid['x']}-{laid['y']}-{option['slot']}"
