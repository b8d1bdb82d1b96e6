"""What belongs to no seat: the bank, the deck, the goal, the gold on the Tax Collector, the cards
under the Museum, and the legend.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.citadels.names import TYPES
from engine.citadels.picture import elements
from engine.citadels.picture.emblems import SIDE, back, badge, draw_disc
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import SMALL, label, width_of
from tablekernel.drawing.paints import INK, LINE, PANEL, QUIET
from tablekernel.drawing.pills import Pill, flowing
from tablekernel.drawing.svg import Block, Markup, group, join_markup, stack_blocks, tag
from tablekernel.scene import Scene

HIGH: Final = 36
INDENT: Final = 40
"""The place of the words of a pile, beside its sign."""
GAP: Final = 8


def piles(scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw the bank and the deck, and facts that belong to no seat."""
    words, parts, x, y = tongue.table, [], 0.0, 0.0
    stack = join_markup(draw_disc(20, 24 - 5 * coin, 9) for coin in range(3))
    cards = group(back(""), x=20, y=18)
    deck = tongue.fact(words["deck"], scene.view["deck_size"])
    for name, sign, title in (
        (elements.BANK, stack, words["bank"]),
        (elements.DECK, cards, deck),
    ):
        wide = INDENT + width_of(title, SMALL) + 14
        if x and x + wide > width:
            x, y = 0.0, y + HIGH + GAP
        frame = tag(
            "rect", x=0.5, y=0.5, width=wide - 1, height=HIGH - 1, rx=8, fill=PANEL, stroke=LINE
        )
        what = label(title, INDENT, 23.5, size=SMALL, ink=INK)
        parts.append(
            element(
                name,
                frame,
                sign,
                what,
                emphasis=emphasis,
                box=Box(wide, HIGH),
                title=title,
                x=x,
                y=y,
            )
        )
        x += wide + GAP
    row = Block(join_markup(parts), y + HIGH)
    return stack_blocks((row, flowing(facts(scene, tongue), width)), gap=GAP)


def facts(scene: Scene, tongue: CitadelsLanguage) -> Iterator[Pill]:
    """Yield what belongs to no seat and cannot be clicked."""
    view, words = scene.view, tongue.table
    for name, value in (
        ("goal", view["goal"]),
        ("taxes", view["taxes"]),
        ("museum", view["museum_cards"]),
    ):
        if value:
            yield Pill(tongue.fact(words[name], value), QUIET, PANEL, LINE)


def legend(tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw the types of districts with their signs."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for kind in TYPES:
        title = tongue.types[kind]
        wide = SIDE + 10 + width_of(title, SMALL) + 8
        if x and x + wide > width:
            x, y = 0.0, y + 30
        words = label(title, SIDE + 13, 18, size=SMALL, ink=QUIET)
        name, box = elements.kind_of_district(kind), Box(wide, 26, 6)
        sign = group(badge(kind), x=3, y=3)
        parts.append(element(name, sign, words, emphasis=emphasis, box=box, title=title, x=x, y=y))
        x += wide + 6
    return Block(join_markup(parts), y + 26)
