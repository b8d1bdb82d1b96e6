"""The width of text, and how to make text fit. The reader's font is unknown: widths are those of a
wide font, so that text is cut too early rather than too late.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import fsum
from typing import Final

from tablekernel.drawing.paints import text_fill
from tablekernel.drawing.svg import Markup, Paint, Value, tag

NARROW: Final = frozenset("iljI'.,:;|!` ·")
SLIM: Final = frozenset('ftrJ()[]{}"/\\-1*')
BROAD: Final = frozenset("mwMW@%&—…")
LETTER: Final = 0.67
CAPITAL: Final = 0.82
FOREIGN: Final = 1.12
THIN: Final = 0.92
"""The width of light letters relative to bold ones."""
PIECE: Final = re.compile(r".+?(?: |(?<=\w)-|$)")
"""What a line does not break: a word with the space or the hyphen after it."""
BEYOND_LATIN: Final = 0x0530
ELLIPSIS: Final = "…"
SMALL: Final = 15
"""The size of the smallest letters of a picture: 11 pixels on a phone, where 480 units are 360
pixels wide.
"""
DISPLAY: Final = "board-display"
"""The class of titles and names, whose letters have serifs."""


@lru_cache(maxsize=2000)
def breadth(letter: str) -> float:
    """Return the width of a bold letter, relative to its size."""
    if letter in NARROW:
        return 0.4
    if letter in SLIM:
        return 0.54
    if letter in BROAD or ord(letter) >= BEYOND_LATIN:
        return FOREIGN
    return CAPITAL if letter.isupper() else LETTER


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the maximum width of a text of this size."""
    return fsum(map(breadth, text)) * size * (1 if bold else THIN)


def fit_text(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return the text, cut if it is wider than ``width``."""
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def size_for(text: str, width: float, *, largest: float, least: float) -> float:
    """Return the size at which a bold text fits; not less than ``least``."""
    return max(least, min(largest, width / max(width_of(text, 1, bold=True), 0.01)))


def wrap_text(text: str, width: float, size: float, *, lines: int, bold: bool = False) -> list[str]:
    """Break the text into lines at spaces and after hyphens. What does not fit the last line is
    cut.
    """
    found: list[str] = []
    for piece in PIECE.findall(text):
        longer = found[-1] + piece if found else piece
        if found and (len(found) == lines or width_of(longer.strip(), size, bold=bold) <= width):
            found[-1] = longer
        else:
            found.append(piece)
    return [fit_text(line.strip(" "), width, size, bold=bold) for line in found]


def largest_print(
    text: str, width: float, *, lines: int, largest: float, least: float
) -> tuple[list[str], float]:
    """Break the text into bold lines at the largest size at which it fits. Returns the lines and
    the size.

    At the size ``least`` the text may be cut.
    """
    size = largest
    while True:
        found = wrap_text(text, width, size, lines=lines, bold=True)
        if size <= least or not any(line.endswith(ELLIPSIS) for line in found):
            return found, size
        size = max(least, size - 0.5)


def label(
    text: str,
    x: float,
    y: float,
    *,
    size: float,
    ink: Paint,
    bold: bool = False,
    anchor: str | None = None,
    **more: Value,
) -> Markup:
    """Return a line of text of a page with its baseline at y. ``anchor`` (middle or end) says what
    x is. Letters of a page are ``SMALL`` if nothing else is said.
    """
    weight = 700 if bold else None
    return tag(
        "text",
        text,
        x=x,
        y=y,
        font_size=None if size == SMALL else size,
        font_weight=weight,
        fill=text_fill(ink),
        text_anchor=anchor,
        **more,
    )
