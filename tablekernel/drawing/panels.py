"""The parts of every picture: header, frames, headings, and titles of signs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablekernel.drawing.lettering import DISPLAY, SMALL, fit_text, label, width_of
from tablekernel.drawing.paints import (
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
from tablekernel.drawing.pills import Pill
from tablekernel.drawing.svg import (
    Block,
    Markup,
    Paint,
    document,
    group,
    join_markup,
    stack_blocks,
    tag,
)
from tablekernel.scene import LANDSCAPE, PORTRAIT

WIDTH: Final = 480
"""The width of a picture in portrait: that of a phone."""
WIDTHS: Final = {PORTRAIT: WIDTH, LANDSCAPE: 1120}
"""The width of a picture by its layout."""
GAP: Final = 12


def page(
    blocks: Iterable[Block],
    *,
    margin: float,
    title: str,
    description: str,
    language: str,
    paints: Iterable[Paint],
    definitions: Iterable[Markup] = (),
    layout: str = PORTRAIT,
) -> str:
    """Return a whole picture: blocks below each other, as wide as ``WIDTHS`` without the margins.

    ``title`` and ``description`` say what it shows; ``definitions`` are what the blocks reuse.
    """
    width = WIDTHS[layout]
    content = stack_blocks(blocks, gap=GAP, x=margin, y=margin)
    height = content.height + margin
    return document(
        tag("rect", width=width, height=height, fill=GROUND),
        group(content.markup, fill=INK, font_size=SMALL),
        width=width,
        height=height,
        title=title,
        description=description,
        language=language,
        paints=paints,
        definitions=definitions,
    )


def side_by_side(columns: Iterable[tuple[float, Block]]) -> Block:
    """Return columns beside each other: each its place from the left, and its content."""
    found = list(columns)
    markup = join_markup(group(block.markup, x=x) for x, block in found)
    return Block(markup, max((block.height for _, block in found), default=0))


def header(title: str, headline: str, width: float, backdrop: Markup) -> Block:
    """Return the name of the game and the progress of the match, before a ``backdrop`` 38 high.

    A long headline is placed below the name.
    """
    beside = width - width_of(headline, 15) - 12
    fits = width_of(title, 24, bold=True) <= beside
    room = beside if fits else width
    text = fit_text(title, room, 24, bold=True)
    words = label(text, 0, 23, size=24, ink=INK, bold=True, class_=DISPLAY)
    if fits:
        right = label(headline, width, 22, size=15, ink=QUIET, anchor="end")
        return Block(join_markup((backdrop, words, right)), 38)
    below = label(fit_text(headline, width, 15), 0, 58, size=15, ink=QUIET)
    return Block(join_markup((backdrop, words, below)), 62)


def draw_frame(content: Block, width: float, *, inside: float, glowing: bool) -> Block:
    """Draw a frame around content that starts ``inside`` units from its edges. It glows while the
    match waits for it.
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
        stroke_width=2.5 if glowing else None,
    )
    return Block(join_markup((frame, content.markup)), high)


def legend(signs: Iterable[tuple[Markup, str]], width: float) -> Block:
    """Return the legend of signs. Each sign is drawn in a square of 20 at 0, 0."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for sign, meaning in signs:
        wide = 25 + width_of(meaning, SMALL)
        if x and x + wide > width:
            x, y = 0.0, y + 28
        words = label(meaning, 25, 15, size=SMALL, ink=QUIET)
        parts.append(group(sign, words, x=x, y=y))
        x += wide + 6
    return Block(join_markup(parts), y + 20)


def heading(text: str) -> Block:
    """Return a small heading."""
    return Block(label(text, 0, 14, size=SMALL, ink=QUIET), 18)


def add_title(words: str, sign: Markup) -> Markup:
    """Add a title to a sign, for pointers and screen readers."""
    return tag("g", tag("title", words), sign)


def draw_placement(placement: int, points: str) -> Pill:
    """Return the place of a seat in a finished match, with its points. The first place is
    golden.
    """
    text = f"{placement}. {points}"
    if placement == 1:
        return Pill(text, CARD_INK, COIN, COIN_EDGE, bold=True)
    return Pill(text, INK, PANEL, INK, bold=True)


def deciding(words: str) -> Pill:
    """Mark the seat that has to decide."""
    return Pill(words, PANEL, ACCENT, ACCENT, bold=True)
