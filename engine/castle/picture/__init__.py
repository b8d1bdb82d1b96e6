"""The picture of the table, drawn only from one viewer's view.

It is as wide as a phone. ``paints`` has the colors, ``tiles`` the castle tiles, ``wall`` the score
track, ``board`` both with what stands on them, ``pieces`` the followers, markers and keeps,
``places`` the area of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from engine.castle.picture.board import board, glow
from engine.castle.picture.description import describe_table
from engine.castle.picture.paints import GROUNDS, NIGHTLY, PAVING, WATER
from engine.castle.picture.pieces import keep, piece
from engine.castle.picture.places import place
from engine.castle.picture.tiles import SIDE, face, market, sign_at
from engine.castle.picture.wall import wall_tile
from engine.castle.picture.wording import headline
from engine.castle.text import TEXTS, CastleLanguage
from engine.castle.tiles import TILE_SETS, TileSet
from engine.drawing.lettering import label, wrap_text
from engine.drawing.paints import CARD_INK, INK, LINE, PANEL, QUIET, WHITE
from engine.drawing.panels import WIDTH, header, legend, page
from engine.drawing.pills import Pill, flowing
from engine.drawing.svg import Block, Markup, group, join_markup, number, tag
from engine.kernel.scene import Scene

MARGIN: Final = 9
"""Eleven columns of the board fill the space between the margins."""
DRAWN: Final = 1.5
"""The size of the drawn tile relative to those on the board."""
BATTLEMENTS: Final = 24


def picture(scene: Scene, title: str, language: str) -> str:
    """Return the table as SVG. ``title`` is the name of the game."""
    tongue, inner = TEXTS.find(language), WIDTH - 2 * MARGIN
    tiles = TILE_SETS[scene.view["tile_set"]]
    return page(
        (
            header(title, headline(scene, tongue), inner, battlements()),
            flowing(facts(scene, tongue), inner),
            draw_next_tile(scene, tiles, tongue, inner),
            board(scene, tiles, tongue, inner),
            *(place(seat, scene, tongue, inner) for seat in scene.view["seats"]),
            signs(tongue, inner),
        ),
        margin=MARGIN,
        title=tongue.fact(title, headline(scene, tongue)),
        description=describe_table(scene, tongue),
        language=tongue.code,
        paints=NIGHTLY,
    )


def battlements() -> Markup:
    """Draw a wall on the horizon, behind the name of the game."""
    teeth = "".join(
        f"V{22 if one % 2 else 30}h{BATTLEMENTS}" for one in range(WIDTH // BATTLEMENTS)
    )
    return group(tag("path", d=f"M0 38{teeth}V38z", fill=LINE, opacity=0.55), x=-MARGIN)


def facts(scene: Scene, tongue: CastleLanguage) -> Iterator[Pill]:
    """Yield what belongs to no seat."""
    view, words = scene.view, tongue.table
    on_the_wall = sum(tower["wall_tile"] for tower in view["towers"])
    for name, value in (
        ("bag", view["bag_size"]),
        ("towers", on_the_wall),
        ("removed", len(view["removed"])),
    ):
        if value or name == "bag":
            yield Pill(tongue.fact(words[name], value), INK, PANEL, LINE)
    for kind in view["used"]:
        title = f"{kind} {tongue.wall_titles[kind]}"
        yield Pill(tongue.fact(words["used"], title), QUIET, PANEL, LINE)


def draw_next_tile(scene: Scene, tiles: TileSet, tongue: CastleLanguage, width: float) -> Block:
    """Draw the tile to lay in its four rotations, with the quarter turns below each."""
    tile = scene.view["tile"]
    if not tile:
        return Block(Markup(""), 0)
    shapes = tiles.tiles[tiles.number_of[tile["tile"]]].shapes
    side = SIDE * DRAWN
    words = tongue.fact(tongue.table["drawn"], tongue.tile(tile["tile"]))
    left = width - 4 * (side + 10)
    lines = wrap_text(words, left - 8, 14, lines=4, bold=True)
    parts = [
        label(line, 0, 20 + 18 * row, size=14, ink=INK, bold=True) for row, line in enumerate(lines)
    ]
    for rotation, shape in enumerate(shapes):
        x = left + rotation * (side + 10) + 10
        larger = tag("g", face(shape), transform=f"translate({number(x)} 1) scale({number(DRAWN)})")
        turned = f"{90 * rotation}\N{DEGREE SIGN}"
        parts += (
            larger,
            label(turned, x + side / 2, side + 15, size=12, ink=QUIET, anchor="middle"),
        )
    return Block(join_markup(parts), side + 20)


# --- what the signs mean -------------------------------------------------------------------------


@cache
def signs(tongue: CastleLanguage, width: float) -> Block:
    """Draw the legend of signs."""
    found = ((group(sign, x=10, y=10), words) for sign, words in explain_signs(tongue))
    return legend(found, width)


def explain_signs(tongue: CastleLanguage) -> Iterator[tuple[Markup, str]]:
    """Yield every sign around 0, 0, and its meaning."""
    words = tongue.table
    for terrain, role in zip(tongue.terrains, tongue.roles, strict=True):
        letter = tongue.fact(tongue.letters[role], tongue.roles[role])
        yield swatch(terrain), f"{tongue.terrains[terrain]} ({letter})"
    yield well(), words["well"]
    square = tag("rect", x=-7, y=-7, width=14, height=14, fill=PAVING, stroke=CARD_INK)
    yield square, words["square"]
    yield market(0, 0), words["market"]
    yield wall_tile(0, 0), words["face_down"]
    yield keep(0, 0, 0), words["keep_of"]
    yield piece(0, 14, "2"), tongue.polish(words["marker"])
    yield glow(-7, -7, 14), words["last"]


def swatch(terrain: str) -> Markup:
    """Draw a terrain with its sign."""
    inside: list[Any] = []
    if terrain in ("tower", "house"):
        inside.append(tag("path", d=sign_at(terrain, (0, 0)), fill=WHITE))
    ground = tag("rect", x=-8, y=-8, width=16, height=16, fill=GROUNDS[terrain], stroke=CARD_INK)
    return join_markup((ground, *inside))


def well() -> Markup:
    return join_markup(
        (
            tag("circle", r=6, fill=PAVING, stroke=CARD_INK),
            tag("circle", r=3.5, fill=WATER),
        )
    )
