"""Pictures as SVG: elements with their texts escaped, colours for light and for dark, and parts
that are laid below each other. Knows no game.

A picture needs nothing but itself: no scripts, no fonts, no addresses. All colours stand at the
elements, as they are by day; a style sheet says only what is different by night, so that programs
that know no style sheets show the picture by day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple
from xml.sax.saxutils import escape as escape_xml

SVG: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What may not stand in XML, not even escaped."""
UNSAFE: Final = re.compile(f'[&<>"]|{NO_XML.pattern}')


class Markup(str):
    """XML that is written already; every other text is escaped."""

    __slots__ = ()


class Paint(NamedTuple):
    """A colour by day and by night. ``name`` is its class."""

    name: str
    day: str
    night: str


Value = str | int | float | Paint | None


class Block(NamedTuple):
    """A part of a picture that begins at 0, 0, and how high it is."""

    markup: Markup
    height: float


def number(value: float) -> str:
    """A length, to a tenth: the same text for the same length on every machine."""
    return str(value) if isinstance(value, int) else f"{round(value, 1):g}"


def escape(text: str) -> str:
    """A text as it may stand in XML, between elements and in an attribute. Nearly all texts may do
    so as they are.
    """
    if not UNSAFE.search(text):
        return text
    return escape_xml(NO_XML.sub("\N{REPLACEMENT CHARACTER}", text), {'"': "&quot;"})


def tag(element: str, *inside: str, **attributes: Value) -> Markup:
    """An element. Hyphens in names of attributes are written as underscores; None: it has none.
    ``fill`` and ``stroke`` may be paints, which add their classes to ``class_``. Texts inside are
    escaped unless they are markup.
    """
    given, classes = [], []
    for name, value in attributes.items():
        if isinstance(value, Paint):
            given.append(f' {name}="{value.day}"')
            if value.day != value.night:
                classes.append(f"board-{value.name}-{name}")
        elif value is not None:
            text = escape(value) if isinstance(value, str) else number(value)
            if name == "class_":
                classes.append(text)
            else:
                given.append(f' {name.replace("_", "-")}="{text}"')
    if classes:
        given.append(f' class="{" ".join(classes)}"')
    content = join_markup(inside)
    start = f"<{element}{''.join(given)}"
    return Markup(f"{start}>{content}</{element}>" if content else f"{start}/>")


def join_markup(parts: Iterable[str]) -> Markup:
    """Some parts in a row; what is not markup is escaped."""
    return Markup("".join([part if isinstance(part, Markup) else escape(part) for part in parts]))


def group(*inside: str, x: float = 0, y: float = 0, **attributes: Value) -> Markup:
    """Some elements together, moved to x, y."""
    moved = f"translate({number(x)} {number(y)})" if x or y else None
    return tag("g", *inside, transform=moved, **attributes)


def stack_blocks(blocks: Iterable[Block], *, gap: float, x: float = 0, y: float = 0) -> Block:
    """Blocks below each other, from x, y on, with a gap between two. What is empty takes no
    room.
    """
    parts: list[Markup] = []
    bottom = y
    for block in blocks:
        if not block.height:
            continue
        if parts:
            bottom += gap
        parts.append(group(block.markup, x=x, y=bottom))
        bottom += block.height
    return Block(join_markup(parts), bottom)


def style_sheet(paints: Iterable[Paint]) -> Markup:
    """A picture is no wider than its place; and the colours that are others by night."""
    rules = "".join(
        f".board-{paint.name}-{what}{{{what}:{paint.night}}}"
        for paint in paints
        if paint.day != paint.night
        for what in ("fill", "stroke")
    )
    fitting = ".board{max-width:100%;height:auto}"
    return tag("style", f"{fitting}@media (prefers-color-scheme: dark){{{rules}}}")


def document(
    *inside: str,
    width: float,
    height: float,
    title: str,
    description: str,
    language: str,
    paints: Iterable[Paint],
) -> str:
    """A whole picture. ``title`` and ``description`` say to those who cannot see it what it
    shows.
    """
    return tag(
        "svg",
        tag("title", title, id="board-title"),
        tag("desc", description, id="board-about"),
        style_sheet(paints),
        *inside,
        xmlns=SVG,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        class_="board",
        aria_labelledby="board-title",
        aria_describedby="board-about",
        lang=language,
        font_family=FONTS,
    )
