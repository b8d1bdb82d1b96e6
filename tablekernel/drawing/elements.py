"""Elements: the parts of a picture that have an id, a title, and what they do, and that can be
clicked if an option concerns them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablekernel.drawing.lettering import SMALL, label, width_of, wrap_text
from tablekernel.drawing.paints import ACCENT, GLOW, INK, LAST, PANEL
from tablekernel.drawing.svg import Block, Markup, Paint, define, group, join_markup, reuse, tag
from tablekernel.marks import BUTTON, id_of, open_marks
from tablekernel.scene import Scene

HALO: Final = "board-halo"
DETAIL: Final = "board-detail"
"""The class of what an element shows only below the pointer and with the focus."""
BUTTON_HIGH: Final = 38


class Box(NamedTuple):
    """The rectangle of an element within its group, around which a halo is drawn. ``shared`` is the
    name of its halo if many elements share it, and the picture defines it (``define_halo``).
    """

    width: float
    height: float
    rx: float = 8
    x: float = 0
    y: float = 0
    shared: str = ""


class Emphasis(NamedTuple):
    """The ids of the elements that can be clicked, that the previewed option concerns, and that the
    last move changed.
    """

    open: frozenset[str]
    chosen: frozenset[str]
    last: frozenset[str]

    @classmethod
    def of(cls, scene: Scene, last: Iterable[str] = ()) -> Emphasis:
        """Return the emphasis of a scene. ``last`` are names of elements, not ids."""
        chosen = scene.preview["marks"] if scene.preview else ()
        return cls(
            open_marks(scene.decision), frozenset(chosen), frozenset(id_of(name) for name in last)
        )


def element(
    name: str,
    *inside: str,
    emphasis: Emphasis,
    box: Box,
    title: str,
    text: str = "",
    x: float = 0,
    y: float = 0,
) -> Markup:
    """Return an element at x, y.

    ``name`` says what it is, such as ``city-2-temple``: the same in every picture. ``title`` names
    it for pointers and screen readers, ``text`` says what it does. Within a picture the elements
    that can be clicked are in the focus order, which is the order in which they are drawn.
    """
    ident = id_of(name)
    clickable = ident in emphasis.open
    return group(
        tag("title", title),
        *([tag("desc", text)] if text else ()),
        *inside,
        *halos(ident, emphasis, box),
        x=x,
        y=y,
        id=ident,
        role="button" if clickable else "img",
        tabindex=0 if clickable else None,
        class_="board-open" if clickable else None,
    )


def halos(ident: str, emphasis: Emphasis, box: Box) -> Iterable[Markup]:
    """Yield the frames around an element: changed by the last move, previewed, open."""
    if ident in emphasis.last:
        yield halo(box, LAST, 3, dashes="1 5", linecap="round")
    if ident in emphasis.chosen:
        yield halo(box, ACCENT, 4)
    if ident in emphasis.open:
        if box.shared:
            yield reuse(f"halo-{box.shared}", class_=HALO)
        else:
            yield draw_open_halo(box, class_=HALO)


def draw_open_halo(box: Box, class_: str | None = None) -> Markup:
    """Return the halo of an element that can be clicked. Its width comes from the style sheet."""
    return halo(box, ACCENT, None, dashes="6 4", name=class_)


def define_halo(box: Box) -> Markup:
    """Define the halo that elements of this size share."""
    return define(f"halo-{box.shared}", draw_open_halo(box))


def halo(
    box: Box,
    ink: Paint,
    wide: float | None,
    *,
    dashes: str | None = None,
    linecap: str | None = None,
    name: str | None = None,
) -> Markup:
    """Return a frame around a rectangle."""
    return tag(
        "rect",
        x=box.x or None,
        y=box.y or None,
        width=box.width,
        height=box.height,
        rx=box.rx,
        fill="none",
        stroke=ink,
        stroke_width=wide,
        stroke_dasharray=dashes,
        stroke_linecap=linecap,
        class_=name,
    )


def draw_question(scene: Scene, width: float, emphasis: Emphasis) -> Block:
    """Draw the question to the viewer, and a button for each option that needs one. Nothing if the
    viewer has nothing to decide.
    """
    if scene.decision is None:
        return Block(Markup(""), 0)
    inside = 12
    lines = wrap_text(scene.decision["question"], width - 2 * inside, 17, lines=6, bold=True)
    words = [
        label(line, inside, 25 + 21 * row, size=17, ink=INK, bold=True)
        for row, line in enumerate(lines)
    ]
    top = 25 + 21 * len(lines) - 8
    buttons = draw_buttons(scene, width - 2 * inside, emphasis)
    high = top + (buttons.height + 8 if buttons.height else 0) + 4
    frame = tag(
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=high - 2,
        rx=10,
        fill=GLOW,
        stroke=ACCENT,
        stroke_width=2,
    )
    return Block(join_markup((frame, *words, group(buttons.markup, x=inside, y=top))), high)


def draw_buttons(scene: Scene, width: float, emphasis: Emphasis) -> Block:
    """Draw the buttons of options, in as many rows as they need."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for option in scene.decision["options"] if scene.decision else ():
        name = BUTTON + option["choice"]
        if id_of(name) not in option["marks"]:
            continue
        lines = wrap_text(option["label"], width - 24, SMALL, lines=2, bold=True)
        longest = max((width_of(line, SMALL, bold=True) for line in lines), default=0)
        wide = min(width, 24 + longest)
        high = BUTTON_HIGH + 18 * (len(lines) - 1)
        if x and x + wide > width:
            x, y = 0.0, y + BUTTON_HIGH + 8
        frame = tag(
            "rect",
            width=wide,
            height=high,
            rx=BUTTON_HIGH / 2,
            fill=ACCENT if id_of(name) in emphasis.chosen else PANEL,
            stroke=ACCENT,
        )
        ink = PANEL if id_of(name) in emphasis.chosen else INK
        words = (
            label(
                line,
                wide / 2,
                24 + 18 * row,
                size=SMALL,
                ink=ink,
                bold=True,
                anchor="middle",
            )
            for row, line in enumerate(lines)
        )
        parts.append(
            element(
                name,
                frame,
                *words,
                emphasis=emphasis,
                box=Box(wide, high, BUTTON_HIGH / 2),
                title=option["label"],
                x=x,
                y=y,
            )
        )
        if len(lines) > 1:  # as wide as the row
            x, y = 0.0, y + high + 8
        else:
            x += wide + 8
    if not parts:
        return Block(Markup(""), 0)
    return Block(join_markup(parts), y + BUTTON_HIGH if x else y - 8)


def draw_news(scene: Scene, width: float, *, lines: int = 2) -> Block:
    """Draw the sentences of the last move, in the color of what it changed."""
    text = " ".join(event["text"] for event in scene.events if event.get("text"))
    if not text:
        return Block(Markup(""), 0)
    rows = wrap_text(text, width - 14, SMALL, lines=lines)
    bar = tag("rect", y=1, width=4, height=19 * len(rows), rx=2, fill=LAST)
    words = (label(row, 12, 15 + 19 * n, size=SMALL, ink=INK) for n, row in enumerate(rows))
    return Block(join_markup((bar, *words)), 19 * len(rows) + 2)
