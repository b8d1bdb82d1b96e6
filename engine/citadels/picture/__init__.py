"""The picture of the table, drawn only from one viewer's view.

In portrait it is as wide as a phone and as high as needed; in landscape the characters are beside
the cities. ``elements`` has the names of the parts and what options concern, ``paints`` the colors,
``emblems`` the signs, ``buildings`` and ``cards`` the districts, ``characters`` the characters,
``places`` the area of each seat, ``piles`` the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.citadels.all_cards import CARDS
from engine.citadels.picture.buildings import define_building, find_kinds
from engine.citadels.picture.cards import PRINTED, define_frames, define_horizon
from engine.citadels.picture.characters import SOURCES, characters, define_portrait
from engine.citadels.picture.description import describe_table
from engine.citadels.picture.elements import find_changes
from engine.citadels.picture.emblems import define_back, define_emblem, define_purse, skyline
from engine.citadels.picture.paints import NIGHTLY
from engine.citadels.picture.piles import legend, piles
from engine.citadels.picture.places import INSIDE, PRIVATE, draw_private, list_seats, place
from engine.citadels.picture.wording import headline
from engine.citadels.text import TEXTS, CitadelsLanguage
from tablekernel.drawing.elements import Emphasis, draw_news, draw_question
from tablekernel.drawing.panels import GAP, WIDTHS, header, page, side_by_side
from tablekernel.drawing.svg import Block, Markup, group, stack_blocks
from tablekernel.scene import LANDSCAPE, Scene

MARGIN: Final = 10
ASIDE: Final = 450
"""The width of the column with the characters in landscape."""


def picture(scene: Scene, title: str, language: str) -> str:
    """Return the table as SVG. ``title`` is the name of the game."""
    tongue, width = TEXTS.find(language), WIDTHS[scene.layout]
    inner = width - 2 * MARGIN
    emphasis = Emphasis.of(scene, find_changes(scene.events, scene.view))
    backdrop = group(skyline(width, 38), x=-MARGIN)
    beside = inner - ASIDE - 16 if scene.layout == LANDSCAPE else inner
    if scene.layout == LANDSCAPE:
        left = stack_blocks(list_shared(scene, tongue, ASIDE, emphasis), gap=GAP)
        right = stack_blocks(list_places(scene, tongue, beside, emphasis), gap=GAP)
        content = [side_by_side(((0, left), (ASIDE + 16, right)))]
    else:
        content = [
            *list_shared(scene, tongue, inner, emphasis),
            *list_places(scene, tongue, inner, emphasis),
        ]
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
        definitions=define(scene, beside - 2 * INSIDE),
        layout=scene.layout,
    )


def list_shared(
    scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Iterator[Block]:
    """Yield the question, the last move, the piles and the characters; in landscape also what only
    the viewer sees.
    """
    yield draw_question(scene, width, emphasis)
    yield draw_news(scene, width)
    yield piles(scene, tongue, width, emphasis)
    if scene.layout == LANDSCAPE:
        private = draw_private(scene, tongue, width - 2 * PRIVATE, emphasis)
        yield private._replace(markup=group(private.markup, x=PRIVATE))
    yield characters(scene, tongue, width, emphasis)


def list_places(
    scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Iterator[Block]:
    """Yield the areas of the seats."""
    for seat in list_seats(scene):
        yield place(seat, scene, tongue, width, emphasis)


def define(scene: Scene, width: float) -> Iterator[Markup]:
    """Yield what is drawn several times: frames, buildings, and the horizon behind cities."""
    view = scene.view
    kinds = {kind for seat in view["seats"] for kind in find_kinds(seat["city"])}
    own = view["you"]
    cards = [*own["hand"], *own["looking_at"], *own["tucked"]] if own else []
    if view["building"]:
        cards.append(view["building"]["district"])
    printed = (PRINTED[name] for name in cards)
    kinds |= find_kinds({"type": kind, "cost": cost} for kind, cost in printed)
    names = {district["district"] for seat in view["seats"] for district in seat["city"]}
    yield from define_frames()
    yield define_horizon(width)
    yield define_back()
    yield define_purse()
    yield define_portrait()
    for name in sorted({*view["cast"], *SOURCES.values(), *names, *cards} & CARDS.keys()):
        yield define_emblem(name)
    for kind, height in sorted(kinds):
        yield define_building(kind, height)
