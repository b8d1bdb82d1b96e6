"""The picture of the table, drawn only from one viewer's view, in two layouts: as wide as a phone,
or with the board beside everything else.

``paints`` has the colors, ``textures`` what is reused, ``shapes`` and ``tiles`` the castle tiles,
``joined`` and ``features`` the features of the board, ``wall`` the score track, ``board`` all of it
with what stands on it, ``emphasis`` the features that stand out, ``choosing`` the drawn tile and
the places for a follower, ``pieces`` the followers, markers and keeps, ``places`` the area of each
seat, ``legend`` the signs, and ``marks`` the elements of each option.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.castle.picture.board import COLUMNS, board
from engine.castle.picture.choosing import draw_next_tile, draw_places
from engine.castle.picture.description import describe_table
from engine.castle.picture.events import find_changes, select_news
from engine.castle.picture.legend import signs
from engine.castle.picture.marks import marks
from engine.castle.picture.paints import NIGHTLY
from engine.castle.picture.places import own_first, place
from engine.castle.picture.shapes import SIDE
from engine.castle.picture.textures import definitions
from engine.castle.picture.wording import headline
from engine.castle.text import TEXTS, CastleLanguage
from engine.castle.tiles import TILE_SETS
from tablekernel.drawing.elements import Box, Emphasis, draw_news, draw_question, element
from tablekernel.drawing.paints import INK, LINE, PANEL, QUIET
from tablekernel.drawing.panels import GAP, WIDTHS, header, page, side_by_side
from tablekernel.drawing.pills import HIGH, Pill, draw_pill, flowing
from tablekernel.drawing.svg import Block, Markup, group, join_markup, stack_blocks, tag
from tablekernel.scene import LANDSCAPE, Scene

__all__ = ["marks", "picture"]

MARGIN: Final = 9
"""Eleven columns of the board fill the space between the margins."""
LARGER: Final = 1.35
"""The size of the board beside everything else."""
BATTLEMENTS: Final = 24


def picture(scene: Scene, title: str, language: str) -> str:
    """Return the table as SVG. ``title`` is the name of the game."""
    tongue = TEXTS.find(language)
    inner = WIDTHS[scene.layout] - 2 * MARGIN
    emphasis = Emphasis.of(scene, last=find_changes(scene))
    lines = header(title, headline(scene, tongue), inner, battlements(WIDTHS[scene.layout]))
    if scene.layout == LANDSCAPE:
        wide = COLUMNS * SIDE * LARGER
        right = inner - wide - 18
        parts = stack_blocks(draw_aside(scene, tongue, emphasis, right), gap=GAP)
        table = draw_board(scene, tongue, emphasis, wide, LARGER)
        blocks = [lines, side_by_side(((0, table), (wide + 18, parts)))]
    else:
        blocks = [lines, *draw_aside(scene, tongue, emphasis, inner)]
    return page(
        blocks,
        margin=MARGIN,
        title=tongue.fact(title, headline(scene, tongue)),
        description=describe_table(scene, tongue),
        language=tongue.code,
        paints=NIGHTLY,
        definitions=definitions(),
        layout=scene.layout,
    )


def draw_aside(
    scene: Scene, tongue: CastleLanguage, emphasis: Emphasis, width: float
) -> Iterator[Block]:
    """Yield everything below the header, from top to bottom; the board only if it is not beside
    it.
    """
    tiles = TILE_SETS[scene.view["tile_set"]]
    yield draw_news(scene._replace(events=list(select_news(scene))), width)
    yield draw_question(scene, width, emphasis)
    yield draw_next_tile(scene, tiles, tongue, emphasis, width)
    yield draw_places(scene, tiles, tongue, emphasis, width)
    if scene.layout != LANDSCAPE:
        yield draw_board(scene, tongue, emphasis, width)
    for seat in own_first(scene):
        yield place(seat, scene, tongue, emphasis, width)
    yield draw_bag(scene, tongue, emphasis, width)
    yield signs(tongue, width)


def draw_board(
    scene: Scene, tongue: CastleLanguage, emphasis: Emphasis, width: float, scale: float = 1
) -> Block:
    """Draw the board, ``scale`` times as large as on a phone."""
    return board(scene, TILE_SETS[scene.view["tile_set"]], tongue, emphasis, width, scale)


def battlements(width: int) -> Markup:
    """Draw a wall on the horizon, behind the name of the game."""
    teeth = "".join(
        f"V{22 if one % 2 else 30}h{BATTLEMENTS}" for one in range(width // BATTLEMENTS + 1)
    )
    return group(tag("path", d=f"M0 38{teeth}V38z", fill=LINE, opacity=0.55), x=-MARGIN)


def draw_bag(scene: Scene, tongue: CastleLanguage, emphasis: Emphasis, width: float) -> Block:
    """Draw what belongs to no seat: the bag, an element, then the other facts."""
    words = tongue.fact(tongue.table["bag"], scene.view["bag_size"])
    pill = Pill(words, INK, PANEL, LINE)
    wide = draw_pill(pill, width)[1]
    bag = element(
        "bag",
        flowing([pill], width).markup,
        emphasis=emphasis,
        box=Box(wide, HIGH, HIGH / 2),
        title=words,
    )
    rest = flowing(facts(scene, tongue), width - wide - 6)
    return Block(join_markup((bag, group(rest.markup, x=wide + 6))), max(HIGH, rest.height))


def facts(scene: Scene, tongue: CastleLanguage) -> Iterator[Pill]:
    """Yield what belongs to no seat, besides the bag."""
    view, words = scene.view, tongue.table
    on_the_wall = sum(tower["wall_tile"] for tower in view["towers"])
    for name, value in (("towers", on_the_wall), ("removed", len(view["removed"]))):
        if value:
            yield Pill(tongue.fact(words[name], value), INK, PANEL, LINE)
    for kind in view["used"]:
        title = f"{kind} {tongue.wall_titles[kind]}"
        yield Pill(tongue.fact(words["used"], title), QUIET, PANEL, LINE)
