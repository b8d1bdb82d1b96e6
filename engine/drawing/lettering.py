"""How wide words are, and how they are made to fit. Nobody knows which font a picture will be seen
in: widths are those of a wide one, so that words end rather too early than too late.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.drawing.svg import Markup, Paint, Value, tag

NARROW: Final = frozenset("iljI'.,:;|!` ·")
SLIM: Final = frozenset('ftrJ()[]{}"/\\-1*')
BROAD: Final = frozenset("mwMW@%&—…")
LETTER: Final = 0.67
CAPITAL: Final = 0.82
FOREIGN: Final = 1.12
THIN: Final = 0.92
"""What light letters are of bold ones."""
BEYOND_LATIN: Final = 0x0530
ELLIPSIS: Final = "…"


@lru_cache(maxsize=2000)
def breadth(letter: str) -> float:
    """How wide a letter is in bold print, as a share of its size."""
    if letter in NARROW:
        return 0.4
    if letter in SLIM:
        return 0.54
    if letter in BROAD or ord(letter) >= BEYOND_LATIN:
        return FOREIGN
    return CAPITAL if letter.isupper() else LETTER


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text of that size is at most."""
    return sum(map(breadth, text)) * size * (1 if bold else THIN)


def fit_text(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, cut short if it is wider than ``width``."""
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def size_for(text: str, width: float, *, largest: float, least: float) -> float:
    """The size at which a bold text fits; not less than ``least``."""
    return max(least, min(largest, width / max(width_of(text, 1, bold=True), 0.01)))


def wrap_text(text: str, width: float, size: float, *, lines: int, bold: bool = False) -> list[str]:
    """The text in lines, broken at its spaces; what does not fit the last one is cut short."""
    found: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{found[-1]} {word}" if found else word
        if found and (len(found) == lines or width_of(longer, size, bold=bold) <= width):
            found[-1] = longer
        else:
            found.append(word)
    return [fit_text(line, width, size, bold=bold) for line in found]


def largest_print(
    text: str, width: float, *, lines: int, largest: float, least: float
) -> tuple[list[str], float]:
    """The text in bold lines as large as they fit whole, and the size; at the ``least`` size they
    may be cut short.
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
    """A line of text whose letters stand on height y; ``anchor``: middle or end, if x is that."""
    weight = 700 if bold else None
    return tag(
        "text",
        text,
        x=x,
        y=y,
        font_size=size,
        font_weight=weight,
        fill=ink,
        text_anchor=anchor,
        **more,
    )
