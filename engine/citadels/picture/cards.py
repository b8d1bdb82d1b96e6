"""Districts as cards: the color and the sign of their type, their cost and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES
from engine.citadels.picture.emblems import (
    SHAPES,
    SIDE,
    draw_count,
    draw_disc,
    draw_sign,
    token,
    watermark,
)
from engine.citadels.picture.paints import CARD, SUITS
from engine.citadels.text import CitadelsLanguage
from engine.drawing.lettering import label, largest_print
from engine.drawing.paints import CARD_INK
from engine.drawing.svg import Block, Markup, define, group, join_markup, number, reuse, tag

WIDE: Final = 102
HIGH: Final = 68
BAND: Final = 25
COIN: Final = (14, BAND / 2)
"""The middle of the coin with the cost."""
MIDDLE: Final = (WIDE / 2, (BAND + HIGH) / 2)
"""The middle of the area of the name."""
GAP: Final = 8
SIZE: Final = 13.5
LEAST: Final = 10.5
NO_COST: Final = "\N{EN DASH}"
PRINTED: Final[dict[str, tuple[str, int | None]]] = {
    **{name: (TYPES[kind], cost) for name, kind, cost, _ in BASIC},
    **{name: ("unique", district.cost) for name, district in DISTRICTS.items()},
}
"""Type and cost of a card."""


class Face(NamedTuple):
    """What a card shows. ``shape`` is its own emblem, as a path, if it has one; ``token`` is drawn
    beside the cost; ``notes`` are titles for pointers; ``ghost`` means that it is not placed yet.
    """

    title: str
    kind: str
    cost: int | None
    shape: str
    token: str = ""
    notes: tuple[str, ...] = ()
    ghost: bool = False


def in_city(district: Mapping[str, Any], museum: int, tongue: CitadelsLanguage) -> Face:
    """Return a district of a city, with what is on it or under it."""
    name, words = district["district"], tongue.table
    token, notes = "", []
    if district["beautified"]:
        token = "+1"
        notes.append(words["beautified"])
    if name == "museum" and museum:
        token = f"+{museum}"
        notes.append(tongue.fact(words["museum"], museum))
    kind, cost = district["type"], district["cost"]
    return Face(tongue.title(name), kind, cost, find_shape(name), token, tuple(notes))


def draw_face(name: str, tongue: CitadelsLanguage, *, ghost: bool = False) -> Face:
    """Draw a card as it is printed."""
    kind, cost = PRINTED[name]
    return Face(tongue.title(name), kind, cost, find_shape(name), ghost=ghost)


def find_shape(name: str) -> str:
    """Return the emblem of a unique district; empty if it has none."""
    return DISTRICTS[name].emblem if name in DISTRICTS else ""


@cache
def define_card(kind: str) -> Markup:
    """Define what all cards of a type share: the frame, the band with the sign of the type, and the
    coin. The sign is also pale behind the name; a unique district has its own emblem there.
    """
    suit = SUITS[kind]
    frame = tag(
        "rect",
        x=0.75,
        y=0.75,
        width=WIDE - 1.5,
        height=HIGH - 1.5,
        rx=7,
        fill=CARD,
        stroke=suit,
        stroke_width=1.5,
    )
    across = number(WIDE - 15.5)
    outline = f"M.75 {BAND}V7.75a7 7 0 0 1 7-7h{across}a7 7 0 0 1 7 7V{BAND}z"
    return define(
        f"card-{kind}",
        frame,
        tag("path", d=outline, fill=suit),
        group(draw_disc(*COIN), stroke_dasharray="none"),
        draw_sign(SHAPES[kind], kind, WIDE - SIDE - 6, (BAND - SIDE) / 2),
        *([] if kind == "unique" else [watermark(SHAPES[kind], kind, *MIDDLE)]),
    )


@lru_cache(maxsize=1000)
def card(face: Face, tongue: CitadelsLanguage) -> Markup:
    """Draw a card with its corner at 0, 0. Cached, since the same cards are drawn all the time."""
    cost = NO_COST if face.cost is None else str(face.cost)
    told = ", ".join((face.title, tongue.types[face.kind], cost, *face.notes))
    own = [
        draw_sign(face.shape, face.kind, WIDE - 2 * SIDE - 12, (BAND - SIDE) / 2),
        watermark(face.shape, face.kind, *MIDDLE),
    ]
    return group(
        tag("title", told),
        reuse(f"card-{face.kind}", stroke_dasharray="5 4" if face.ghost else None),
        draw_count(cost, *COIN),
        *(own if face.shape else ()),
        title(face),
        *([token(face.token, 28, BAND / 2)] if face.token else ()),
        opacity=0.75 if face.ghost else None,
    )


def title(face: Face) -> Markup:
    """Draw the name in the middle below the band, in two lines if needed."""
    lines, size = largest_print(face.title, WIDE - 10, lines=2, largest=SIZE, least=LEAST)
    top = (BAND + HIGH) / 2 + 4.5 - 7.5 * (len(lines) - 1)
    return join_markup(
        label(line, WIDE / 2, top + 15 * row, size=size, ink=CARD_INK, bold=True, anchor="middle")
        for row, line in enumerate(lines)
    )


def lay_side_by_side(faces: Iterable[Face], width: float, tongue: CitadelsLanguage) -> Block:
    """Lay out cards side by side, in as many rows as they need."""
    a_row = max(1, int((width + GAP) // (WIDE + GAP)))
    parts, rows = [], 0
    for place, face in enumerate(faces):
        row, column = divmod(place, a_row)
        rows = row + 1
        parts.append(group(card(face, tongue), x=column * (WIDE + GAP), y=row * (HIGH + GAP)))
    return Block(join_markup(parts), rows * (HIGH + GAP) - GAP if rows else 0)
