"""The characters of the match by rank, with what everybody knows about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from engine.citadels.names import RANK_OF
from engine.citadels.picture import elements
from engine.citadels.picture.emblems import SIDE, draw_emblem
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import fit_text, label, size_for, width_of
from tablekernel.drawing.paints import ACCENT, GLOW, INK, LINE, PANEL, QUIET
from tablekernel.drawing.panels import heading
from tablekernel.drawing.svg import (
    Block,
    Markup,
    define,
    group,
    join_markup,
    reuse,
    stack_blocks,
    tag,
)
from tablekernel.scene import Scene

COLUMNS: Final = 2
GAP: Final = 6
INDENT: Final = 44
"""The place of the words, beside the emblem."""
NAME: Final = 15
LEAST: Final = 11.5
BRIEF: Final = 11
NOTE: Final = 12
HIGH: Final = 46
LEADING: Final = 15
SOURCES: Final = {
    "killed": "assassin",
    "robbed": "thief",
    "bewitched": "witch",
    "warrant": "magistrate",
    "threat": "blackmailer",
}
"""The character whose emblem stands for a mark."""


class Note(NamedTuple):
    """Something that everybody knows of a character, with an emblem or without."""

    text: str
    emblem: str = ""


def characters(scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw all characters of the match."""
    wide = (width - GAP * (COLUMNS - 1)) / COLUMNS
    names = scene.view["cast"]
    notes = {name: list(find_notes(name, scene, tongue)) for name in names}
    rows = [names[first : first + COLUMNS] for first in range(0, len(names), COLUMNS)]
    blocks = []
    for row in rows:
        lines = {name: lay_out(notes[name], wide - 2 * 10) for name in row}
        high = HIGH + LEADING * max(map(len, lines.values()))
        cards = (
            group(
                draw_character(name, lines[name], scene, tongue, emphasis, Box(wide, high)),
                x=place * (wide + GAP),
            )
            for place, name in enumerate(row)
        )
        blocks.append(Block(join_markup(cards), high))
    return stack_blocks((heading(tongue.table["cast"]), *blocks), gap=GAP)


def find_notes(name: str, scene: Scene, tongue: CitadelsLanguage) -> Iterator[Note]:
    """Yield who has a character, and its state."""
    view, words = scene.view, tongue.table
    for seat in view["seats"]:
        if name in seat["characters"]:
            yield Note(tongue.seat(seat["seat"], scene.names).plain)
    for mark in view["marks"]:
        if mark["character"] == name:
            yield Note(words[mark["mark"]], SOURCES[mark["mark"]])
    if name in view["face_up"]:
        yield Note(words["face_up"])
    if name == view["called"]:
        yield Note(words["called"])


def describe_known(name: str, scene: Scene, tongue: CitadelsLanguage) -> list[str]:
    """Return what everybody knows of a character, in words."""
    return [note.text for note in find_notes(name, scene, tongue)]


def lay_out(notes: list[Note], width: float) -> list[list[tuple[float, Note]]]:
    """Lay out notes in lines, each with its place from the left."""
    lines: list[list[tuple[float, Note]]] = []
    x = width
    for note in notes:
        wide = width_of(note.text, NOTE, bold=True) + (16 if note.emblem else 0)
        if x + wide > width:
            lines.append([])
            x = 0
        lines[-1].append((x, note))
        x += wide + 10
    return lines


def title_size(name: str, tongue: CitadelsLanguage, wide: float) -> float:
    """Return the size of the letters of a title in a card of this width."""
    return size_for(tongue.title(name), wide - INDENT - 8, largest=NAME, least=LEAST)


def draw_character(
    name: str,
    lines: list[list[tuple[float, Note]]],
    scene: Scene,
    tongue: CitadelsLanguage,
    emphasis: Emphasis,
    box: Box,
) -> Markup:
    """Draw a character: rank, emblem, name, what it does, and what is known. The one called last
    glows; those without a part in this round are pale and struck out.
    """
    wide, high = box.width, box.height
    called = name == scene.view["called"]
    out = name in scene.view["face_up"] or any(
        mark == {"character": name, "mark": "killed"} for mark in scene.view["marks"]
    )
    known = ", ".join(note.text for line in lines for _, note in line)
    title = f"{RANK_OF[name]}. {tongue.title(name)}"
    return element(
        elements.character(name),
        tag(
            "rect",
            x=0.75,
            y=0.75,
            width=wide - 1.5,
            height=high - 1.5,
            rx=8,
            fill=GLOW if called else PANEL,
            stroke=ACCENT if called else LINE,
            stroke_width=1.5,
        ),
        group(*draw_face(name, tongue, wide, out=out), opacity=0.55 if out else None),
        *draw_notes(lines, wide),
        emphasis=emphasis,
        box=box,
        title=f"{title} ({known})" if known else title,
        text=tongue.texts[name],
    )


def draw_face(name: str, tongue: CitadelsLanguage, wide: float, *, out: bool) -> Iterator[Markup]:
    """Yield what is printed on a character: emblem, rank, name, and what it does."""
    size = title_size(name, tongue, wide)
    yield reuse("portrait")
    yield draw_emblem(name, 15, 12, ink=PANEL, scale=1.35)
    yield label(str(RANK_OF[name]), 11, 15, size=12, ink=PANEL, bold=True, anchor="middle")
    yield label(
        fit_text(tongue.title(name), wide - INDENT - 8, size, bold=True),
        INDENT,
        21,
        size=size,
        ink=INK,
        bold=True,
        text_decoration="line-through" if out else None,
    )
    brief = find_brief(name, tongue, wide)
    yield label(brief, INDENT, 36, size=BRIEF, ink=QUIET)


@cache
def define_portrait() -> Markup:
    """Define the ground of emblems, and the disc of ranks."""
    return define(
        "portrait",
        tag("rect", x=8, y=8, width=30, height=30, rx=6, fill=INK),
        tag("circle", cx=11, cy=11, r=8, fill=ACCENT, stroke=PANEL),
    )


def find_brief(name: str, tongue: CitadelsLanguage, wide: float) -> str:
    """Return what a character does, in one line of a card of this width."""
    return fit_text(tongue.polish(tongue.briefs[name]), wide - INDENT - 4, BRIEF)


def draw_notes(lines: list[list[tuple[float, Note]]], wide: float) -> Iterator[Markup]:
    """Yield what is known of a character, below what is printed."""
    for row, line in enumerate(lines):
        y = HIGH + 9 + LEADING * row - 2
        for x, note in line:
            if note.emblem:
                yield draw_emblem(note.emblem, 10 + x, y - 10.5, ink=ACCENT, scale=12 / SIDE)
            left = 10 + x + (16 if note.emblem else 0)
            text = fit_text(note.text, wide - left - 6, NOTE, bold=True)
            yield label(text, left, y, size=NOTE, ink=ACCENT, bold=True)
