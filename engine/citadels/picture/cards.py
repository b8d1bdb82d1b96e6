"""Districts: buildings in the skyline of a city, and the cards of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.citadels.districts import DISTRICTS
from engine.citadels.picture.buildings import (
    HIGHEST,
    PRINTED,
    SLAB,
    lot_of,
    width_of_building,
)
from engine.citadels.picture.emblems import draw_disc, draw_glyph, draw_skyline, ink_of, token_of
from engine.citadels.picture.paints import EARTH, ROOFS, SKY, STONE, SUITS, WINDOW
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, define_halo, element, halo
from tablekernel.drawing.lettering import DISPLAY, SMALL, label, largest_print, wrap_text
from tablekernel.drawing.paints import ACCENT, CARD_INK, COIN, INK, QUIET, text_fill
from tablekernel.drawing.panels import heading
from tablekernel.drawing.svg import (
    Block,
    Markup,
    Value,
    define,
    group,
    join_markup,
    move,
    number,
    reuse,
    stack_blocks,
    tag,
)

GROUND: Final = HIGHEST + 4
"""The place of the ground below the top of a city."""
HIGH: Final = GROUND + SLAB
OWN: Final = 1.5
"""The size of the viewer's own city relative to the others."""
SITE: Final = 66
"""The width of the place for the next district."""
CROWDED: Final = 1.3
"""The most that the buildings of a row may be wider than it: then they overlap."""
LEADING: Final = 18
NO_COST: Final = "\N{EN DASH}"
CARD_WIDE: Final = 136
CARD_HIGH: Final = 154
CARD_GAP: Final = 10
FLOOR: Final = 94
"""The ground in the picture of a card."""
CARD_SIZE: Final = 1.25
"""The size of a building on a card."""
NAME: Final = 17
CARD_BOX: Final = Box(CARD_WIDE, CARD_HIGH, 10, shared="card")
SKY_OF_CARD: Final = f"M5 {FLOOR}V12a7 7 0 0 1 7-7h{CARD_WIDE - 24}a7 7 0 0 1 7 7V{FLOOR}z"


class Face(NamedTuple):
    """What a district shows. ``text`` is what it does; ``token`` is drawn beside the cost;
    ``notes`` are titles for pointers; ``ghost`` means that it is not placed yet.
    """

    name: str
    title: str
    cost: int | None
    text: str = ""
    token: str = ""
    notes: tuple[str, ...] = ()
    ghost: bool = False

    @property
    def kind(self) -> str:
        return PRINTED[self.name][0]


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
    face = print_face(name, tongue)
    return face._replace(cost=district["cost"], token=token, notes=tuple(notes))


def print_face(name: str, tongue: CitadelsLanguage, *, ghost: bool = False) -> Face:
    """Return a district as its card is printed. Basic ones have no text."""
    text = tongue.texts[name] if name in DISTRICTS else ""
    return Face(name, tongue.title(name), PRINTED[name][1], text, ghost=ghost)


def describe_face(face: Face, tongue: CitadelsLanguage) -> str:
    """Return the title of a district for pointers and screen readers."""
    return ", ".join((face.title, tongue.types[face.kind], format_cost(face.cost), *face.notes))


def format_cost(cost: int | None) -> str:
    return NO_COST if cost is None else str(cost)


class Lot(NamedTuple):
    """A district, or a place for one (None), as an element."""

    name: str
    face: Face | None

    @property
    def width(self) -> int:
        return width_of_building(self.face.name) if self.face else SITE


# --- cities --------------------------------------------------------------------------------------


def draw_city(
    lots: Iterable[Lot],
    width: float,
    emphasis: Emphasis,
    tongue: CitadelsLanguage,
    *,
    scale: float = 1,
    walled: bool = False,
) -> Block:
    """Draw a skyline in as many rows as it needs, each with the names of its districts."""
    wide = width / scale
    rows = [draw_row(row, wide, emphasis, tongue, scale, walled) for row in list_rows(lots, wide)]
    return stack_blocks(rows, gap=6)


def list_rows(lots: Iterable[Lot], width: float) -> list[list[Lot]]:
    """Return the rows of a city: one without a building if it is empty."""
    rows: list[list[Lot]] = [[]]
    for lot in lots:
        if sum(one.width for one in rows[-1]) + lot.width > CROWDED * width:
            rows.append([])
        rows[-1].append(lot)
    return rows


def draw_row(
    lots: Sequence[Lot],
    wide: float,
    emphasis: Emphasis,
    tongue: CitadelsLanguage,
    scale: float,
    walled: bool,
) -> Block:
    """Draw a row of buildings that touch each other; if there are too many, they overlap."""
    if not lots and scale == 1:
        return heading(tongue.table["empty"])
    total = sum(lot.width for lot in lots)
    squeeze = min(1.0, (wide - lots[-1].width) / (total - lots[-1].width or 1)) if lots else 1
    parts: list[Markup] = [reuse(of_size("horizon", scale))]
    x = 0.0
    for lot in lots:
        parts.append(draw_lot(lot, emphasis, tongue, x))
        x += squeeze * lot.width
    if walled:
        parts.append(reuse(of_size("wall", scale)))
    place = f"scale({number(scale)}) {move(0, GROUND)}" if scale != 1 else move(0, GROUND)
    shown = tag("g", *parts, transform=place, font_weight=700, fill=WINDOW)
    names = ", ".join(lot.face.title for lot in lots if lot.face)
    words = wrap_text(names if lots else tongue.table["empty"], wide * scale, SMALL, lines=4)
    ink = text_fill(QUIET if scale == 1 else INK)
    top = HIGH * scale + 17
    said = (tag("text", text, y=LEADING * row or None) for row, text in enumerate(words))
    caption = group(*said, y=top, fill=ink)
    return Block(join_markup((shown, caption)), HIGH * scale + 3 + LEADING * len(words))


def draw_lot(lot: Lot, emphasis: Emphasis, tongue: CitadelsLanguage, x: float) -> Markup:
    """Draw a building or the place for one as an element, from x on."""
    box = box_of(lot.width)
    if lot.face is None:
        words = tongue.table["site"]
        return element(lot.name, draw_site(words), emphasis=emphasis, box=box, title=words, x=x)
    face = lot.face
    title = describe_face(face, tongue)
    inside = draw_building_of(face)
    return element(lot.name, inside, emphasis=emphasis, box=box, title=title, text=face.text, x=x)


def box_of(width: int) -> Box:
    """Return the box of a building of this width."""
    return Box(width, HIGH, 5, y=-GROUND, shared=f"lot-{width}")


def define_halos(names: Iterable[str]) -> Iterator[Markup]:
    """Yield the definitions of the halos of some buildings, and of a place for one."""
    for width in sorted({SITE, *map(width_of_building, names)}):
        yield define_halo(box_of(width))
    yield define_halo(CARD_BOX)


@lru_cache(maxsize=1000)
def draw_building_of(face: Face) -> Markup:
    """Draw a building from x = 0 on with its cost. Cached, since the same are drawn all the
    time.
    """
    ink = ink_of(face.kind)
    parts = (
        reuse(lot_of(face.name)),
        tag("text", format_cost(face.cost), x=19, y=15, fill=ink),
        *([reuse(token_of(face.token))] if face.token else ()),
    )
    return group(*parts, opacity=0.6) if face.ghost else join_markup(parts)


def draw_site(words: str) -> Markup:
    """Draw a place where a district can be built."""
    area = tag("rect", y=-GROUND, width=SITE, height=HIGH, opacity=0)
    cross = f"M{SITE / 2 - 9} -24h18m-9-9v18"
    plus = tag("path", d=cross, stroke=ACCENT, stroke_width=4, stroke_linecap="round")
    said = tag(
        "text", words, x=SITE / 2, y=14, font_size=SMALL / OWN, fill=INK, text_anchor="middle"
    )
    return join_markup((area, plus, said))


def of_size(name: str, scale: float) -> str:
    """Return the name of what is defined for cities of this size."""
    return name if scale == 1 else f"{name}-own"


@lru_cache(maxsize=10)
def define_horizon(wide: float, scale: float) -> Markup:
    """Define the sky, the hills and the ground behind the cities of this width."""
    return define(
        of_size("horizon", scale),
        tag("rect", y=-GROUND, width=wide, height=GROUND, rx=7, fill=SKY),
        draw_skyline(wide),
        tag("rect", width=wide, height=SLAB, rx=3, fill=EARTH),
    )


@lru_cache(maxsize=10)
def define_wall(wide: float, scale: float) -> Markup:
    """Define the wall with its flags around complete cities of this width."""
    towers = "".join(f"M{number(x)}-1v-20h3v3h3v-3h4v3h3v-3h3v20z" for x in (0, wide - 16))
    flags = f"M7-20v-24l15 5-13 5v14zM{number(wide - 7)}-20v-24l-15 5 13 5v14z"
    top: dict[str, Value] = {"stroke": STONE, "stroke_width": 4, "stroke_dasharray": "6 4"}
    return define(
        of_size("wall", scale),
        tag("rect", y=-8, width=wide, height=8, fill=STONE, stroke=EARTH),
        tag("path", d=f"M2-10h{number(wide - 4)}", **top),
        tag("path", d=towers, fill=STONE, stroke=EARTH),
        tag("path", d=flags, fill=COIN),
    )


# --- cards ---------------------------------------------------------------------------------------


def draw_cards(
    lots: Iterable[Lot], width: float, emphasis: Emphasis, tongue: CitadelsLanguage
) -> Block:
    """Draw the cards of a hand side by side, in as many rows as they need."""
    across = max(1, int((width + CARD_GAP) // (CARD_WIDE + CARD_GAP)))
    parts: list[Markup] = []
    for place, lot in enumerate(lots):
        row, column = divmod(place, across)
        if lot.face:
            parts.append(
                element(
                    lot.name,
                    draw_card(lot.face),
                    emphasis=emphasis,
                    box=CARD_BOX,
                    title=describe_face(lot.face, tongue),
                    text=lot.face.text,
                    x=column * (CARD_WIDE + CARD_GAP),
                    y=row * (CARD_HIGH + CARD_GAP),
                )
            )
    rows = -(-len(parts) // across)
    return Block(join_markup(parts), rows * (CARD_HIGH + CARD_GAP) - CARD_GAP if rows else 0)


@lru_cache(maxsize=1000)
def draw_card(face: Face) -> Markup:
    """Draw a district as a card: its building, its cost, the sign of its type, and its name."""
    kind = face.kind
    left = (CARD_WIDE - CARD_SIZE * width_of_building(face.name)) / 2
    place = f"translate({number(left)} {FLOOR}) scale({CARD_SIZE})"
    lines, size = largest_print(face.title, CARD_WIDE - 12, lines=2, largest=NAME, least=SMALL)
    top = FLOOR + (36 if len(lines) == 1 else 26)
    cost = label(format_cost(face.cost), 20, 27, size=NAME, ink=CARD_INK)
    title = (tag("text", line, x=CARD_WIDE / 2, y=top + 20 * row) for row, line in enumerate(lines))
    return group(
        reuse(f"card-{kind}"),
        reuse(lot_of(face.name), transform=place, fill=WINDOW),
        reuse(f"front-{kind}"),
        cost,
        group(*title, font_size=size, fill=ink_of(kind), class_=DISPLAY),
        font_weight=700,
        text_anchor="middle",
    )


@cache
def define_card(kind: str) -> tuple[Markup, ...]:
    """Define what is behind the building of a card of a type, and what is before it."""
    paint, high = SUITS[kind], CARD_HIGH - FLOOR
    return (
        define(
            f"card-{kind}",
            tag("rect", width=CARD_WIDE, height=CARD_HIGH, rx=10, fill=paint),
            tag("path", d=SKY_OF_CARD, fill=SKY),
        ),
        define(
            f"front-{kind}",
            tag("rect", x=5, y=FLOOR, width=CARD_WIDE - 10, height=high - 5, fill=paint),
            halo(Box(CARD_WIDE - 2, CARD_HIGH - 2, 9, 1, 1), ROOFS[kind], 2),
            draw_disc(20, 21, 14),
            tag("circle", cx=CARD_WIDE - 20, cy=21, r=12, fill=paint),
            draw_glyph(kind, x=CARD_WIDE - 28, y=13),
        ),
    )
