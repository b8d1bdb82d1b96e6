"""What all pictures are put together from: the line on top, frames, small headings, and words that
are told to who points at a sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.drawing.lettering import fit_text, label, width_of
from engine.drawing.paints import (
    ACCENT,
    CARD_INK,
    COIN,
    COIN_EDGE,
    GLOW,
    GROUND,
    INK,
    LINE,
    PANEL,
    QUIET,
)
from engine.drawing.pills import Pill
from engine.drawing.svg import Block, Markup, Paint, document, group, join_markup, stack_blocks, tag

WIDTH: Final = 480
"""How wide a picture is: as a phone held upright."""
GAP: Final = 12


def page(
    blocks: Iterable[Block],
    *,
    margin: float,
    title: str,
    description: str,
    language: str,
    paints: Iterable[Paint],
) -> str:
    """A whole picture: blocks below each other, as high as they have to be. They are as wide as
    ``WIDTH`` without the margins. ``title`` and ``description`` say what it shows.
    """
    content = stack_blocks(blocks, gap=GAP, x=margin, y=margin)
    height = content.height + margin
    return document(
        tag("rect", width=WIDTH, height=height, fill=GROUND),
        content.markup,
        width=WIDTH,
        height=height,
        title=title,
        description=description,
        language=language,
        paints=paints,
    )


def header(title: str, headline: str, width: float, backdrop: Markup) -> Block:
    """The game, and how far the match has come, before a ``backdrop`` 38 high. A long headline
    stands below the game.
    """
    beside = width - width_of(headline, 15) - 12
    fits = width_of(title, 24, bold=True) <= beside
    room = beside if fits else width
    words = label(fit_text(title, room, 24, bold=True), 0, 23, size=24, ink=INK, bold=True)
    if fits:
        right = label(headline, width, 22, size=15, ink=QUIET, anchor="end")
        return Block(join_markup((backdrop, words, right)), 38)
    below = label(fit_text(headline, width, 15), 0, 58, size=15, ink=QUIET)
    return Block(join_markup((backdrop, words, below)), 62)


def draw_frame(content: Block, width: float, *, inside: float, glowing: bool) -> Block:
    """A frame round something that stands ``inside`` units from its edges; it glows when the match
    waits for it.
    """
    high = content.height + inside
    frame = tag(
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=high - 2,
        rx=12,
        fill=GLOW if glowing else PANEL,
        stroke=ACCENT if glowing else LINE,
        stroke_width=2.5 if glowing else 1,
    )
    return Block(join_markup((frame, content.markup)), high)


def legend(signs: Iterable[tuple[Markup, str]], width: float) -> Block:
    """What signs mean; each one stands in a square of 20 from 0, 0."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for sign, meaning in signs:
        wide = 25 + width_of(meaning, 12)
        if x and x + wide > width:
            x, y = 0.0, y + 28
        words = label(meaning, 25, 14, size=12, ink=QUIET)
        parts.append(group(sign, words, x=x, y=y))
        x += wide + 6
    return Block(join_markup(parts), y + 20)


def heading(text: str) -> Block:
    """A small line above other things."""
    return Block(label(text, 0, 12, size=13, ink=QUIET), 16)


def add_title(words: str, sign: Markup) -> Markup:
    """A sign, and what it says to who points at it."""
    return group(tag("title", words), sign)


def draw_placement(placement: int, points: str) -> Pill:
    """The place of a seat in a match that is over, and its points; the first place is golden."""
    text = f"{placement}. {points}"
    if placement == 1:
        return Pill(text, CARD_INK, COIN, COIN_EDGE, bold=True)
    return Pill(text, INK, PANEL, INK, bold=True)


def deciding(words: str) -> Pill:
    """Who has to decide."""
    return Pill(words, PANEL, ACCENT, ACCENT, bold=True)
