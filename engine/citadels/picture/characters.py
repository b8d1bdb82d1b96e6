"""The characters of the match by rank, with what everybody knows about them."""

from __future__ import annotations

from typing import Final

from engine.citadels.characters import CHARACTERS
from engine.citadels.names import RANK_OF
from engine.citadels.picture.emblems import SIDE, portrait
from engine.citadels.text import CitadelsLanguage
from engine.drawing.lettering import label, size_for, wrap_text
from engine.drawing.paints import ACCENT, GLOW, INK, LINE, PANEL, QUIET
from engine.drawing.panels import heading
from engine.drawing.svg import Block, Markup, group, join_markup, stack_blocks, tag
from engine.kernel.scene import Scene

COLUMNS: Final = 3
GAP: Final = 6
INDENT: Final = 32
NAME: Final = 15
LEAST: Final = 11.5
"""A longer name is in two lines."""
NOTE: Final = 12.5
LEADING: Final = 15


def characters(scene: Scene, tongue: CitadelsLanguage, width: float) -> Block:
    """Draw all characters of the match."""
    wide = (width - GAP * (COLUMNS - 1)) / COLUMNS
    names = scene.view["cast"]
    notes = {name: wrap_notes(name, scene, tongue, wide) for name in names}
    rows = [names[first : first + COLUMNS] for first in range(0, len(names), COLUMNS)]
    blocks = []
    for row in rows:
        high = 34 + LEADING * max(len(notes[name]) for name in row)
        chips = (
            group(chip(name, notes[name], scene, tongue, wide, high), x=place * (wide + GAP))
            for place, name in enumerate(row)
        )
        blocks.append(Block(join_markup(chips), high))
    return stack_blocks((heading(tongue.table["cast"]), *blocks), gap=GAP)


def wrap_notes(name: str, scene: Scene, tongue: CitadelsLanguage, wide: float) -> list[str]:
    text = ", ".join(describe_known(name, scene, tongue))
    return wrap_text(text, wide - INDENT - 6, NOTE, lines=2)


def wrap_title(name: str, tongue: CitadelsLanguage, wide: float) -> tuple[list[str], float]:
    """Return the title in one line, or in two beside its emblem, and the size of the letters."""
    title, room = tongue.title(name), wide - INDENT - 6
    if CHARACTERS[name].emblem:
        room -= SIDE + 1
    size = size_for(title, room, largest=NAME, least=LEAST)
    return wrap_text(title, room, size, lines=2, bold=True), size


def describe_known(name: str, scene: Scene, tongue: CitadelsLanguage) -> list[str]:
    """Return who has a character, and its state."""
    view, words = scene.view, tongue.table
    marks = [mark["mark"] for mark in view["marks"] if mark["character"] == name]
    return [
        *(
            tongue.seat(seat["seat"], scene.names).plain
            for seat in view["seats"]
            if name in seat["characters"]
        ),
        *(words[mark] for mark in marks),
        *([words["face_up"]] if name in view["face_up"] else ()),
    ]


def chip(
    name: str, notes: list[str], scene: Scene, tongue: CitadelsLanguage, wide: float, high: float
) -> Markup:
    """Draw a character: rank, name, and what is known. The one called last glows; those without a
    part in this round are pale and struck out.
    """
    called = name == scene.view["called"]
    out = name in scene.view["face_up"] or any(
        mark == {"character": name, "mark": "killed"} for mark in scene.view["marks"]
    )
    shape = CHARACTERS[name].emblem
    lines, size = wrap_title(name, tongue, wide)
    frame = tag(
        "rect",
        x=0.75,
        y=0.75,
        width=wide - 1.5,
        height=high - 1.5,
        rx=8,
        fill=GLOW if called else PANEL,
        stroke=ACCENT if called else LINE,
        stroke_width=1.5,
    )
    return group(
        frame,
        tag("circle", cx=17, cy=17, r=11, fill=INK),
        *([portrait(shape, wide - SIDE - 5, 9)] if shape else ()),
        label(str(RANK_OF[name]), 17, 22, size=14, ink=PANEL, bold=True, anchor="middle"),
        *(
            label(
                line,
                INDENT,
                22 - 8 * (len(lines) - 1) + 12 * row,
                size=size,
                ink=QUIET if out else INK,
                bold=True,
                text_decoration="line-through" if out else None,
            )
            for row, line in enumerate(lines)
        ),
        *(
            label(line, INDENT, 38 + LEADING * row, size=NOTE, ink=ACCENT if called else QUIET)
            for row, line in enumerate(notes)
        ),
    )
