"""SVG elements with escaped texts, colors for light and dark mode, and blocks that are stacked.
Knows no game.

A picture is self-contained: no scripts, fonts or links. Elements have their light colors as
attributes; a style sheet only sets the dark ones, so that programs without style sheets show the
picture in light mode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from xml.sax.saxutils import escape as escape_xml

SVG: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow, not even escaped."""
ID: Final = re.compile(r'id="([^"]*)"')
USED: Final = re.compile(r"#(board-[^\")]*)")
UNSAFE: Final = re.compile(f'[&<>"]|{NO_XML.pattern}')


STYLE: Final = (
    ".board{max-width:100%;height:auto}"
    ".board-display{font-family:"
    "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif,sans-serif}"
    ".board-open{cursor:pointer;outline:none}"
    ".board-halo{stroke-width:2}"
    ".board-open:is(:hover,:focus-visible)>.board-halo{stroke-width:5}"
    ":not(.board-open)>.board-halo{visibility:hidden}"
    ".board-detail{visibility:hidden}"
    ":is(:hover,:focus-visible)>.board-detail{visibility:visible}"
)
"""A halo shows that its element can be clicked. It is hidden when a client takes the class
``board-open`` from the element. Programs that draw with one font without serifs need
``sans-serif`` at the end.
"""


class Markup(str):
    """Finished XML. Every other text is escaped."""

    __slots__ = ()


class Paint(NamedTuple):
    """A color in light and dark mode. ``name`` is its CSS class."""

    name: str
    day: str
    night: str


Value = str | int | float | Paint | None


class Block(NamedTuple):
    """A part of a picture that starts at 0, 0, and its height."""

    markup: Markup
    height: float


def number(value: float) -> str:
    """Return a length to a tenth: the same text for the same length on every machine."""
    return str(value) if isinstance(value, int) else f"{round(value, 1):g}"


def escape(text: str) -> str:
    """Escape a text for XML content and attributes. Most texts need no change."""
    if not UNSAFE.search(text):
        return text
    return escape_xml(NO_XML.sub("\N{REPLACEMENT CHARACTER}", text), {'"': "&quot;"})


def tag(element: str, *inside: str, **attributes: Value) -> Markup:
    """Return an element.

    Underscores in attribute names become hyphens; attributes that are None are left out. ``fill``
    and ``stroke`` may be paints, whose classes are added to ``class_``. Texts inside are escaped
    unless they are markup.
    """
    given, classes = [], []
    for name, value in attributes.items():
        if isinstance(value, Paint):
            given.append(f' {name}="{value.day}"')
            if value.day != value.night:
                classes.append(paint_class(value, name))
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
    """Join parts; those that are not markup are escaped."""
    return Markup("".join([part if isinstance(part, Markup) else escape(part) for part in parts]))


def group(*inside: str, x: float = 0, y: float = 0, **attributes: Value) -> Markup:
    """Group elements, moved to x, y. Elements that are neither moved nor changed need no group."""
    if not (x or y) and all(value is None for value in attributes.values()):
        return join_markup(inside)
    return tag("g", *inside, transform=move(x, y), **attributes)


def move(x: float, y: float) -> str | None:
    """Return the transformation that moves elements to x, y."""
    if not y:
        return f"translate({number(x)})" if x else None
    return f"translate({number(x)} {number(y)})"


def define(name: str, *inside: str) -> Markup:
    """Name elements that are drawn often: they are shown wherever ``reuse`` names them."""
    return tag("g", *inside, id=f"board-{name}")


def reuse(name: str, **attributes: Value) -> Markup:
    """Draw what ``define`` has named, with attributes that it inherits."""
    return tag("use", href=f"#board-{name}", **attributes)


def stack_blocks(blocks: Iterable[Block], *, gap: float, x: float = 0, y: float = 0) -> Block:
    """Stack blocks from x, y on, with a gap in between. Empty blocks take no room."""
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


def paint_class(paint: Paint, what: str) -> str:
    """Return the class of elements with this ``fill`` or ``stroke``."""
    return f"board-{paint.name}" + ("" if what == "fill" else "-line")


def style_sheet(paints: Iterable[Paint], content: str) -> Markup:
    """Return the style sheet: ``STYLE``, and the dark colors of the paints in the content."""
    rules = "".join(
        f".{paint_class(paint, what)}{{{what}:{paint.night}}}"
        for paint in paints
        if paint.day != paint.night
        for what in ("fill", "stroke")
        if paint_class(paint, what) in content
    )
    return tag("style", f"{STYLE}@media (prefers-color-scheme: dark){{{rules}}}")


def find_used(content: str, definitions: Iterable[Markup]) -> Iterator[Markup]:
    """Yield the definitions that the content uses, and those that these use."""
    by_id = {ID.search(one)[1]: one for one in definitions}  # type: ignore[index]
    while found := set(USED.findall(content)) & by_id.keys():
        used = [by_id.pop(name) for name in sorted(found)]
        yield from used
        content = "".join(used)


def document(
    *inside: str,
    width: float,
    height: float,
    title: str,
    description: str,
    language: str,
    paints: Iterable[Paint],
    definitions: Iterable[Markup] = (),
) -> str:
    """Return a whole picture. ``title`` and ``description`` are for screen readers. Definitions
    that nothing uses are left out.
    """
    content = join_markup(inside)
    shared = list(find_used(content, definitions))
    content = join_markup((content, *([tag("defs", *shared)] if shared else ())))
    return tag(
        "svg",
        tag("title", title, id="board-title"),
        tag("desc", description, id="board-about"),
        style_sheet(paints, content),
        content,
        xmlns=SVG,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="graphics-document document",
        class_="board",
        aria_labelledby="board-title",
        aria_describedby="board-about",
        lang=language,
        font_family=FONTS,
    )
