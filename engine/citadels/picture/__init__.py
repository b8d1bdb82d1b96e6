"""The picture of the table, drawn only from one viewer's view.

It is as wide as a phone and as high as needed. ``paints`` has the colors, ``emblems`` the signs,
``cards`` the districts, ``characters`` the characters, ``places`` the area of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.citadels.names import TYPES
from engine.citadels.picture.cards import define_card
from engine.citadels.picture.characters import characters
from engine.citadels.picture.description import describe_table
from engine.citadels.picture.emblems import badge, skyline
from engine.citadels.picture.paints import NIGHTLY
from engine.citadels.picture.places import place
from engine.citadels.picture.wording import headline
from engine.citadels.text import TEXTS, CitadelsLanguage
from engine.drawing.paints import INK, LINE, PANEL
from engine.drawing.panels import WIDTH, header, legend, page
from engine.drawing.pills import Pill, flowing
from engine.drawing.svg import Block, group
from engine.kernel.scene import Scene

MARGIN: Final = 10


def picture(scene: Scene, title: str, language: str) -> str:
    """Return the table as SVG. ``title`` is the name of the game."""
    tongue, inner = TEXTS.find(language), WIDTH - 2 * MARGIN
    seats = scene.view["seats"]
    return page(
        (
            header(title, headline(scene, tongue), inner, group(skyline(WIDTH, 38), x=-MARGIN)),
            flowing(facts(scene, tongue), inner),
            characters(scene, tongue, inner),
            *(place(seat, scene, tongue, inner) for seat in seats),
            signs(tongue, inner),
        ),
        margin=MARGIN,
        title=tongue.fact(title, headline(scene, tongue)),
        description=describe_table(scene, tongue),
        language=tongue.code,
        paints=NIGHTLY,
        definitions=map(define_card, TYPES),
    )


def facts(scene: Scene, tongue: CitadelsLanguage) -> Iterator[Pill]:
    """Yield what belongs to no seat."""
    view, words = scene.view, tongue.table
    for name, value in (
        ("deck", view["deck_size"]),
        ("goal", view["goal"]),
        ("taxes", view["taxes"]),
        ("museum", view["museum_cards"]),
    ):
        if value or name == "deck":
            yield Pill(tongue.fact(words[name], value), INK, PANEL, LINE)


@cache
def signs(tongue: CitadelsLanguage, width: float) -> Block:
    """Draw the legend of signs."""
    return legend(((badge(kind), tongue.types[kind]) for kind in TYPES), width)
