"""The characters of the match by rank, with what everybody knows about them; and in the draft the
fan of those from which the viewer chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine.citadels.names import RANK_OF
from engine.citadels.picture import elements
from engine.citadels.picture.portraits import RADIUS, draw_rank, draw_sign, portrait_of
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import (
    DISPLAY,
    SMALL,
    fit_text,
    label,
    largest_print,
    size_for,
    width_of,
    wrap_text,
)
from tablekernel.drawing.paints import ACCENT, GLOW, INK, LINE, PANEL, QUIET
from tablekernel.drawing.panels import heading
from tablekernel.drawing.svg import (
    Block,
    Markup,
    define,
    group,
    join_markup,
    number,
    reuse,
    stack_blocks,
    tag,
)
from tablekernel.scene import Scene

NARROWEST: Final = 215
"""The least width of a character of the list."""
GAP: Final = 6
INDENT: Final = 60
"""The place of the words, beside the portrait."""
NAME: Final = 17
HIGH: Final = 60
LEADING: Final = 18
SOURCES: Final = {
    "killed": "assassin",
    "robbed": "thief",
    "bewitched": "witch",
    "warrant": "magistrate",
    "threat": "blackmailer",
}
"""The character that makes a mark."""

DRAFTING: Final = frozenset({"keep", "discard"})
"""The verbs that choose a character in the draft."""
FAN_WIDE: Final = 145
FAN_HIGH: Final = 182
FAN_LINES: Final = 3
FAN_ANGLE: Final = 3.5
"""Degrees between two cards of a fan."""
FAN_FACE: Final = 1.6
"""The size of a portrait in a fan."""


class Note(NamedTuple):
    """Something that everybody knows of a character, with the character that did it."""

    text: str
    source: str = ""


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


def title_of(name: str, scene: Scene, tongue: CitadelsLanguage) -> str:
    """Return a character with its rank and what is known, for pointers and screen readers."""
    title, known = f"{RANK_OF[name]}. {tongue.title(name)}", describe_known(name, scene, tongue)
    return f"{title} ({', '.join(known)})" if known else title


# --- the list ------------------------------------------------------------------------------------


def characters(scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw the characters of the match, besides those of the fan."""
    columns, wide = find_width(width)
    names = [name for name in scene.view["cast"] if name not in find_fan(scene)]
    blocks = []
    for first in range(0, len(names), columns):
        row = names[first : first + columns]
        lines = {
            name: lay_out(list(find_notes(name, scene, tongue)), wide - INDENT - 6) for name in row
        }
        high = max(HIGH, 30 + LEADING * max(map(len, lines.values())))
        cards = (
            group(
                draw_character(name, lines[name], scene, tongue, emphasis, Box(wide, high)),
                x=place * (wide + GAP),
            )
            for place, name in enumerate(row)
        )
        blocks.append(Block(join_markup(cards), high))
    if not blocks:
        return Block(Markup(""), 0)
    return stack_blocks(
        (heading(tongue.table["cast"]), embolden(stack_blocks(blocks, gap=GAP))), gap=GAP
    )


def embolden(block: Block) -> Block:
    """Make the letters of a block bold."""
    return block._replace(markup=group(block.markup, font_weight=700))


def lay_out(notes: list[Note], width: float) -> list[list[tuple[float, Note]]]:
    """Lay out notes in lines, each with its place from the left."""
    lines: list[list[tuple[float, Note]]] = []
    x = width
    for note in notes:
        wide = width_of(note.text, SMALL, bold=True) + (22 if note.source else 0)
        if x + wide > width:
            lines.append([])
            x = 0
        lines[-1].append((x, note))
        x += wide + 10
    return lines


def draw_character(
    name: str,
    lines: list[list[tuple[float, Note]]],
    scene: Scene,
    tongue: CitadelsLanguage,
    emphasis: Emphasis,
    box: Box,
) -> Markup:
    """Draw a character: portrait, name, and what is known. The one called last glows; those without
    a part in this round are pale and struck out.
    """
    wide, high = box.width, box.height
    called = name == scene.view["called"]
    out = name in scene.view["face_up"] or any(
        mark == {"character": name, "mark": "killed"} for mark in scene.view["marks"]
    )
    size = title_size(name, tongue, wide)
    title = label(
        fit_text(tongue.title(name), wide - INDENT - 4, size, bold=True),
        INDENT,
        24 if lines else high / 2 + 6,
        size=size,
        ink=INK,
        class_=DISPLAY,
        text_decoration="line-through" if out else None,
    )
    face = group(reuse(portrait_of(name)), draw_rank(name), x=32, y=30)
    return element(
        elements.character(name),
        draw_ground(wide, high, glowing=called),
        group(face, title, opacity=0.55 if out else None),
        *draw_notes(lines, wide),
        emphasis=emphasis,
        box=box,
        title=title_of(name, scene, tongue),
        text=tongue.texts[name],
    )


def draw_ground(wide: float, high: float, *, glowing: bool) -> Markup:
    """Draw the card of a character: most are the same, and are defined once."""
    plain = not glowing and high == HIGH
    return reuse("plain") if plain else draw_frame(wide, high, glowing=glowing)


@lru_cache(maxsize=10)
def define_plain(width: float) -> Markup:
    """Define the card of a character in a list of this width."""
    return define("plain", draw_frame(find_width(width)[1], HIGH, glowing=False))


def find_width(width: float) -> tuple[int, float]:
    """Return how many characters are side by side in a list of this width, and their width."""
    columns = max(1, int((width + GAP) // (NARROWEST + GAP)))
    return columns, (width - GAP * (columns - 1)) / columns


def draw_frame(wide: float, high: float, *, glowing: bool) -> Markup:
    """Draw the frame of a character."""
    return tag(
        "rect",
        x=0.75,
        y=0.75,
        width=wide - 1.5,
        height=high - 1.5,
        rx=10,
        fill=GLOW if glowing else PANEL,
        stroke=ACCENT if glowing else LINE,
        stroke_width=1.5,
    )


def title_size(name: str, tongue: CitadelsLanguage, wide: float) -> float:
    """Return the size of the letters of a title in a card of this width."""
    return size_for(tongue.title(name), wide - INDENT - 4, largest=NAME, least=SMALL)


def draw_notes(lines: list[list[tuple[float, Note]]], wide: float) -> Iterator[Markup]:
    """Yield what is known of a character, below its name."""
    for row, line in enumerate(lines):
        y = 44 + LEADING * row
        for x, note in line:
            left = INDENT + x
            if note.source:
                yield group(draw_sign(note.source), x=left, y=y - 13)
                left += 22
            text = fit_text(note.text, wide - left - 6, SMALL, bold=True)
            yield tag("text", text, x=left, y=y, fill=ACCENT)


# --- the fan -------------------------------------------------------------------------------------


def find_fan(scene: Scene) -> list[str]:
    """Return the characters from which the viewer chooses in the draft, by rank."""
    options = scene.decision["options"] if scene.decision else ()
    found = {one["character"] for one in options if one["verb"] in DRAFTING and "character" in one}
    return sorted(found, key=RANK_OF.__getitem__)


def draw_fan(scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw the characters from which the viewer chooses as cards, dealt in a fan."""
    names = find_fan(scene)
    across = max(1, int(width // FAN_WIDE))
    rows = -(-len(names) // across)
    across = -(-len(names) // rows) if rows else 1
    blocks = []
    for first in range(0, len(names), across):
        row = names[first : first + across]
        left = (width - len(row) * FAN_WIDE) / 2
        cards = []
        for place, name in enumerate(row):
            turns = place - (len(row) - 1) / 2
            x, y = left + FAN_WIDE * (place + 0.5), FAN_HIGH / 2 + 2 + 2.5 * turns * turns
            card = draw_fan_card(name, scene, tongue, emphasis)
            move = f"translate({number(x)} {number(y)}) rotate({number(FAN_ANGLE * turns)})"
            cards.append(tag("g", card, transform=move))
        dip = 2.5 * ((len(row) - 1) / 2) ** 2
        blocks.append(Block(join_markup(cards), FAN_HIGH + dip + 6))
    return embolden(stack_blocks(blocks, gap=GAP)) if blocks else Block(Markup(""), 0)


def draw_fan_card(name: str, scene: Scene, tongue: CitadelsLanguage, emphasis: Emphasis) -> Markup:
    """Draw a card of the fan around 0, 0: portrait, name, and what the character does."""
    wide, high = FAN_WIDE - 8, FAN_HIGH
    lines, size = largest_print(tongue.title(name), wide - 12, lines=1, largest=NAME, least=SMALL)
    face = tag(
        "g",
        reuse(portrait_of(name)),
        transform=f"translate({wide / 2} {RADIUS * FAN_FACE + 10}) scale({FAN_FACE})",
    )
    rank = group(draw_rank(name), x=wide / 2, y=RADIUS * FAN_FACE + 26)
    words = (
        tag("text", line, x=wide / 2, y=LEADING * row or None)
        for row, line in enumerate(wrap_brief(name, tongue))
    )
    title = label(lines[0], wide / 2, 110, size=size, ink=INK, anchor="middle", class_=DISPLAY)
    return element(
        elements.character(name),
        draw_ground(wide, high, glowing=False),
        face,
        rank,
        title,
        group(*words, y=130, font_weight=400, fill=QUIET, text_anchor="middle"),
        emphasis=emphasis,
        box=Box(wide, high, 10),
        title=title_of(name, scene, tongue),
        text=tongue.texts[name],
        x=-wide / 2,
        y=-high / 2,
    )


def wrap_brief(name: str, tongue: CitadelsLanguage) -> list[str]:
    """Return what a character does, in the lines of a card of the fan."""
    brief = tongue.polish(tongue.briefs[name])
    return wrap_text(brief, FAN_WIDE - 16, SMALL, lines=FAN_LINES)
