"""Districts: a building on the ground of a city, or a card of a hand, with cost and name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES
from engine.citadels.picture.buildings import GROUND, name_of, plate_of
from engine.citadels.picture.emblems import (
    SHAPES,
    draw_disc,
    draw_emblem,
    draw_glyph,
    skyline,
    token,
)
from engine.citadels.picture.paints import CARD, EARTH, HILL, ROOFS, SKY, SUITS, WINDOW
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, define_halo, element
from tablekernel.drawing.lettering import largest_print
from tablekernel.drawing.paints import ACCENT, CARD_INK, INK, WHITE
from tablekernel.drawing.svg import (
    Block,
    Markup,
    Paint,
    define,
    group,
    join_markup,
    number,
    reuse,
    tag,
)

WIDE: Final = 83
PLATE: Final = 36
HIGH: Final = GROUND + PLATE
HALF: Final = WIDE / 2
"""A district is drawn around its middle, so that most of its parts need no place of their own."""
LEFT: Final = 9 - HALF
"""The middle of the coin."""
GAP: Final = 4
ROW: Final = HIGH + 7
BOX: Final = Box(WIDE, HIGH, 7, x=-HALF, shared="lot")
HORIZON: Final = "horizon"
SIZE: Final = 12.5
LEAST: Final = 10.5
NO_COST: Final = "\N{EN DASH}"
PRINTED: Final[dict[str, tuple[str, int | None]]] = {
    **{name: (TYPES[kind], cost) for name, kind, cost, _ in BASIC},
    **{name: ("unique", district.cost) for name, district in DISTRICTS.items()},
}
"""Type and cost of a card."""


class Face(NamedTuple):
    """What a district shows. ``emblem`` is its name if it has an emblem of its own; ``text`` is
    what it does; ``token`` is drawn beside the cost; ``notes`` are titles for pointers; ``ghost``
    means that it is not placed yet.
    """

    title: str
    kind: str
    cost: int | None
    emblem: str
    text: str = ""
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
    return Face(
        title=tongue.title(name),
        kind=district["type"],
        cost=district["cost"],
        emblem=find_emblem(name),
        text=find_text(name, tongue),
        token=token,
        notes=tuple(notes),
    )


def print_face(name: str, tongue: CitadelsLanguage, *, ghost: bool = False) -> Face:
    """Return a district as its card is printed."""
    kind, cost = PRINTED[name]
    return Face(
        tongue.title(name), kind, cost, find_emblem(name), find_text(name, tongue), ghost=ghost
    )


def find_emblem(name: str) -> str:
    """Return the name of a unique district with an emblem; empty for others."""
    return name if name in DISTRICTS and DISTRICTS[name].emblem else ""


def find_text(name: str, tongue: CitadelsLanguage) -> str:
    """Return what a unique district does; empty for a basic one."""
    return tongue.texts[name] if name in DISTRICTS else ""


def describe_face(face: Face, tongue: CitadelsLanguage) -> str:
    """Return the title of a district for pointers and screen readers."""
    return ", ".join((face.title, tongue.types[face.kind], format_cost(face.cost), *face.notes))


def format_cost(cost: int | None) -> str:
    return NO_COST if cost is None else str(cost)


@cache
def define_frames() -> tuple[Markup, ...]:
    """Define what many districts share: the plate of each type, and the card of a hand."""
    card = tag("rect", x=-HALF, width=WIDE, height=HIGH, rx=7, fill=CARD, stroke=EARTH)
    across = number(WIDE - 14)
    outline = f"M{number(1 - HALF)} {GROUND}V7a6 6 0 0 1 6-6h{across}a6 6 0 0 1 6 6V{GROUND}z"
    disc = tag("circle", cy=GROUND - 18, r=13, fill=WINDOW, stroke=ROOFS["unique"])
    return (
        define("card", card, tag("path", d=outline, fill=SKY)),
        define("disc", disc),
        define_halo(BOX),
        define("coin", draw_disc(LEFT, GROUND + 1, 8.5)),
        *map(define_plate, TYPES),
    )


def define_plate(kind: str) -> Markup:
    """Define the plate under a building: the color and the sign of its type, and a coin."""
    ink = CARD_INK if kind == "noble" else WHITE
    return define(
        plate_of(kind),
        reuse("coin"),
        tag("circle", cx=-LEFT, cy=GROUND + 1, r=8, fill=SUITS[kind]),
        draw_glyph(SHAPES[kind], -LEFT - 5, GROUND - 4, ink=ink, scale=0.62),
    )


@lru_cache(maxsize=1000)
def draw_face(face: Face, *, card: bool = False) -> Markup:
    """Draw a district around x = 0, from y = 0 down, on the ground of a city or as a ``card``. What
    ``lettered`` sets holds for its texts. Cached, since the same districts are drawn all the time.
    """
    parts = (
        *([reuse("card")] if card else ()),
        reuse(name_of(face.kind, face.cost)),
        *([draw_shield(face.emblem)] if face.emblem else ()),
        tag(
            "text",
            NO_COST if face.cost is None else str(face.cost),
            x=LEFT,
            y=GROUND + 5.5,
            fill=CARD_INK,
        ),
        *draw_name(face.title),
        *([token(face.token, 20 - HALF, GROUND - 1)] if face.token else ()),
    )
    return group(*parts, opacity=0.6) if face.ghost else join_markup(parts)


def draw_shield(emblem: str) -> Markup:
    """Draw the emblem of a unique district on a disc in front of its building."""
    return join_markup((reuse("disc"), draw_emblem(emblem, -8, GROUND - 26, ink=CARD_INK)))


def draw_name(title: str) -> Iterator[Markup]:
    """Yield the name in the middle below the building, in two lines if needed."""
    lines, size = largest_print(title, WIDE - 3, lines=2, largest=SIZE, least=LEAST)
    top = GROUND + (20 if len(lines) > 1 else 24)
    for row, line in enumerate(lines):
        yield tag("text", line, y=top + 11.5 * row, font_size=None if size == SIZE else size)


def lettered(*inside: str, ink: Paint) -> Markup:
    """Group districts, whose names are bold and centered in a color."""
    return group(*inside, font_size=SIZE, font_weight=700, text_anchor="middle", fill=ink)


# --- rows of districts ---------------------------------------------------------------------------


class Lot(NamedTuple):
    """A district, or a place for one (None), as an element."""

    name: str
    face: Face | None


def count_columns(width: float) -> int:
    """Return how many districts stand side by side."""
    return max(1, int((width + GAP) // (WIDE + GAP)))


def draw_lots(
    lots: Iterable[Lot],
    width: float,
    emphasis: Emphasis,
    tongue: CitadelsLanguage,
    *,
    card: bool = False,
) -> Block:
    """Draw districts side by side in as many rows as they need: the skyline of a city, or each as a
    ``card``.
    """
    across = count_columns(width)
    parts: list[Markup] = []
    for place, lot in enumerate(lots):
        row, column = divmod(place, across)
        x, y = HALF + column * (WIDE + GAP), row * ROW
        parts.append(draw_lot(lot, emphasis, tongue, x, y, card=card))
    rows = -(-len(parts) // across)
    grounds = [] if card else [reuse(HORIZON, y=row * ROW or None) for row in range(rows)]
    districts = lettered(*parts, ink=CARD_INK if card else INK)
    return Block(join_markup((*grounds, districts)), rows * ROW - (ROW - HIGH) if rows else 0)


@lru_cache(maxsize=10)
def define_horizon(width: float) -> Markup:
    """Define the sky, the hills and the ground behind the cities of a picture."""
    return define(
        HORIZON,
        tag("rect", y=-4, width=width, height=GROUND + 4, rx=7, fill=SKY),
        group(skyline(width, 0, ink=HILL, opacity=1), y=GROUND - 4),
        tag("rect", y=GROUND - 5, width=width, height=5, fill=EARTH),
    )


def draw_lot(
    lot: Lot, emphasis: Emphasis, tongue: CitadelsLanguage, x: float, y: float, *, card: bool
) -> Markup:
    """Draw a district or the place for one as an element, with its middle at x."""
    if lot.face is None:
        title, text, inside = tongue.table["site"], "", draw_site(tongue.table["site"])
    else:
        title, text = describe_face(lot.face, tongue), lot.face.text
        inside = draw_face(lot.face, card=card)
    return element(lot.name, inside, emphasis=emphasis, box=BOX, title=title, text=text, x=x, y=y)


def draw_site(words: str) -> Markup:
    """Draw a place where a district can be built."""
    area = tag("rect", x=-HALF, width=WIDE, height=HIGH, opacity=0)
    plus = f"M-9 {GROUND - 26}h18M0 {GROUND - 35}v18"
    cross = tag("path", d=plus, stroke=ACCENT, stroke_width=4, stroke_linecap="round")
    return join_markup((area, cross, *draw_name(words)))
