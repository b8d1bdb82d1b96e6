"""The picture of the table, drawn only from one viewer's view.

In portrait it is as wide as a phone and as high as needed, with the viewer's own city first; in
landscape the question and the characters are beside the cities, with the viewer's own below the
others. ``elements`` has the names of the parts and what options concern, ``paints`` the colors,
``emblems`` the signs, ``buildings`` the silhouettes, ``cards`` the cities and hands, ``portraits``
and ``characters`` the characters, ``places`` the area of each seat, ``piles`` the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.citadels.names import TYPES
from engine.citadels.picture.buildings import define_building
from engine.citadels.picture.cards import (
    OWN,
    define_card,
    define_halos,
    define_horizon,
    define_wall,
)
from engine.citadels.picture.characters import characters, define_plain, draw_fan
from engine.citadels.picture.description import describe_table
from engine.citadels.picture.elements import find_changes
from engine.citadels.picture.emblems import (
    define_back,
    define_purse,
    define_signs,
    define_skyline,
    define_token,
    draw_skyline,
)
from engine.citadels.picture.paints import NIGHTLY
from engine.citadels.picture.piles import legend, piles
from engine.citadels.picture.places import (
    INSIDE,
    box_of,
    define_hidden,
    list_seats,
    list_secrets,
    place,
)
from engine.citadels.picture.portraits import define_portrait, define_shared
from engine.citadels.picture.wording import headline
from engine.citadels.text import TEXTS, CitadelsLanguage
from tablekernel.drawing.elements import Emphasis, define_halo, draw_news, draw_question
from tablekernel.drawing.panels import GAP, WIDTHS, header, page, side_by_side
from tablekernel.drawing.svg import Block, Markup, group, stack_blocks
from tablekernel.scene import LANDSCAPE, Scene

MARGIN: Final = 10
ASIDE: Final = 300
"""The width of the column with the question and the characters in landscape."""
FEW: Final = 4
"""With more seats than these, two cities are side by side in landscape."""


def picture(scene: Scene, title: str, language: str) -> str:
    """Return the table as SVG. ``title`` is the name of the game."""
    tongue, width = TEXTS.find(language), WIDTHS[scene.layout]
    inner = width - 2 * MARGIN
    emphasis = Emphasis.of(scene, find_changes(scene.events, scene.view))
    backdrop = group(draw_skyline(width), x=-MARGIN, y=38)
    content, widths = lay_out(scene, tongue, inner, emphasis)
    return page(
        (
            header(title, headline(scene, tongue), inner, backdrop),
            *content,
            legend(tongue, inner, emphasis),
        ),
        margin=MARGIN,
        title=tongue.fact(title, headline(scene, tongue)),
        description=describe_table(scene, tongue),
        language=tongue.code,
        paints=NIGHTLY,
        definitions=define(scene, widths),
        layout=scene.layout,
    )


def lay_out(
    scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> tuple[list[Block], dict[float, float]]:
    """Return the content below the header, and the widths of cities by their size."""
    beside = scene.layout == LANDSCAPE
    aside = ASIDE if beside else width
    wide = width - ASIDE - GAP if beside else width
    columns = 2 if beside and len(scene.view["seats"]) > FEW else 1
    each = (wide - GAP * (columns - 1)) / columns
    widths = {1: each - 2 * INSIDE, OWN: (wide - 2 * INSIDE) / OWN}
    own: list[Block] = []
    others: list[Block] = []
    for seat in list_seats(scene):
        mine = seat["seat"] == scene.own_seat
        area = place(seat, scene, tongue, wide if mine else each, emphasis)
        (own if mine else others).append(area)
    shared = [
        draw_question(scene, aside, emphasis),
        draw_news(scene, aside, lines=5 if beside else 2),
        piles(scene, tongue, aside, emphasis),
    ]
    fan = draw_fan(scene, tongue, wide, emphasis)
    cast = characters(scene, tongue, aside, emphasis)
    if not beside:
        return [*shared, fan, *own, *others, cast], widths
    rows = [
        side_by_side((at * (each + GAP), one) for at, one in enumerate(others[first:][:columns]))
        for first in range(0, len(others), columns)
    ]
    left, right = [*shared, cast], [fan, *rows, *own]
    if columns > 1:
        left += list_secrets(scene, tongue, aside)
    else:
        right += list_secrets(scene, tongue, wide)
    parts = ((0, stack_blocks(left, gap=GAP)), (ASIDE + GAP, stack_blocks(right, gap=GAP)))
    return [side_by_side(parts)], widths


def define(scene: Scene, widths: dict[float, float]) -> Iterator[Markup]:
    """Yield what may be drawn several times: portraits, buildings, cards, and the horizon and the
    wall of cities.
    """
    view, own = scene.view, scene.view["you"]
    names = {district["district"] for seat in view["seats"] for district in seat["city"]}
    if own:
        names |= {*own["hand"], *own["looking_at"], *own["tucked"]}
    if view["building"]:
        names.add(view["building"]["district"])
    for scale, wide in widths.items():
        yield define_horizon(wide, scale)
        yield define_wall(wide, scale)
        yield define_halo(box_of(wide * scale, scale))
    yield from define_signs()
    yield from define_shared()
    yield from define_hidden()
    yield from define_halos(names)
    yield define_skyline()
    yield define_back()
    yield define_purse()
    yield define_token("+1")
    yield define_token(f"+{view['museum_cards']}")
    yield define_plain(ASIDE if scene.layout == LANDSCAPE else WIDTHS[scene.layout] - 2 * MARGIN)
    for kind in TYPES:
        yield from define_card(kind)
    for name in view["cast"]:
        yield define_portrait(name)
    for name in sorted(names):
        yield define_building(name)
