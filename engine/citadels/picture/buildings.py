"""The buildings of a city. Each district has its own silhouette, which is wider the more it costs.

A silhouette is a text of a few parts, such as ``"wall 0 34 20; roof 0 34 20 14; door 5 8 12"``:
first the name of the part, then its numbers. x counts from the left edge, y and heights from the
ground up. ``PARTS`` has the parts; one that is the name of a layer has a path as in SVG, whose y
counts downwards. That of a unique district is in its file (``building``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, NUMBER_OF, TYPES
from engine.citadels.picture.paints import ROOFS, SUITS, WALLS
from tablekernel.drawing.svg import Markup, define, number, reuse, tag

PRINTED: Final[dict[str, tuple[str, int | None]]] = {
    **{name: (TYPES[kind], cost) for name, kind, cost, _ in BASIC},
    **{name: ("unique", district.cost) for name, district in DISTRICTS.items()},
}
"""Type and cost of a card."""
NARROWEST: Final = 36
BY_COST: Final = 6
"""The width of a building that costs nothing, and by how much each gold widens it."""
USUAL_COST: Final = 4
HIGHEST: Final = 66
"""The height of the highest building."""
SLAB: Final = 20
"""The height of the slab under a building, in the color of its type, with its sign and cost."""

BUILDINGS: Final = {
    # religious
    "temple": (
        "wall 1 40 3; wall 4 4 17; wall 14 4 17; wall 24 4 17; wall 34 4 17; dark M2-17h38v-4H2z;"
        " roof 2 38 21 11; rose 21 25 2"
    ),
    "church": (
        "wall 0 16 34; roof 0 16 34 16; cross 8 49; wall 16 32 18; hip 16 32 18 12; "
        "lancet 21 5 6 4; lancet 30 5 6 4; lancet 39 5 6 4; rose 8 26 3; door 4 8 13"
    ),
    "monastery": (
        "wall 0 54 20; hip 0 54 20 8; arcade 2 50 12 5; wall 20 13 36; roof 19 15 36 10; "
        "cross 26.5 45; lancet 24 5 25 6"
    ),
    "cathedral": (
        "wall 0 18 44; roof 0 18 44 20; wall 48 18 44; roof 48 18 44 20; wall 18 30 32; "
        "roof 20 26 32 16; cross 33 47; rose 33 24 6; door 26 14 15; lancet 5 8 10 10; "
        "lancet 53 8 10 10; lancet 6 6 28 8; lancet 54 6 28 8"
    ),
    # military
    "watchtower": (
        "dark M0 0v-9l2.5-3 2.5 3 2.5-3 2.5 3V0zM32 0v-9l2.5-3 2.5 3 2.5-3 2.5 3V0z; "
        "walls M13 0l2-34h12l2 34z; wall 11 20 9 34; teeth 11 20 43; flag 21 46; "
        "rows 17 8 36 1 1; rows 18 6 18 1 1"
    ),
    "prison": (
        "wall 0 48 30; teeth 0 48 30; dark M5-21v-8h10v8zM19-21v-8h10v8zM33-21v-8h10v8z; "
        "windows M7-21v-8h1.5v8zM11-21v-8h1.5v8zM21-21v-8h1.5v8zM25-21v-8h1.5v8zM35-21v-8h1.5v8z"
        "M39-21v-8h1.5v8z; door 19 10 15"
    ),
    "barracks": (
        "wall 0 54 17; hip -1 56 17 12; door 5 8 12; door 23 8 12; door 41 8 12; "
        "rows 13 10 6 1 1; rows 31 10 6 1 1; flag 12 28; flag 42 28"
    ),
    "fortress": (
        "wall 0 17 44; teeth -1 19 44; wall 49 17 44; teeth 48 19 44; wall 17 32 28; "
        "teeth 17 32 28; wall 24 18 40; teeth 23 20 40; flag 33 44; door 26 14 16; "
        "rows 4 9 16 1 2; rows 53 9 16 1 2; rows 28 10 28 2 1"
    ),
    # noble
    "manor": (
        "wall 0 54 20; hip 0 54 20 13; wall 6 14 30; roof 4 18 30 12; wall 34 14 30; "
        "roof 32 18 30 12; dark M25-32v-8h4v8z; door 23 8 13; rows 8 10 6 2 1; rows 36 10 6 2 1; "
        "rows 10 6 20 1 1; rows 38 6 20 1 1"
    ),
    "castle": (
        "wall 0 14 36; roof -1 16 36 18; wall 46 14 36; roof 45 16 36 18; wall 14 32 24; "
        "teeth 14 32 24; wall 23 14 34; roof 21 18 34 14; flag 30 46; door 24 12 14; "
        "rows 3 8 16 1 2; rows 49 8 16 1 2; rows 26 8 24 1 1"
    ),
    "palace": (
        "wall 0 66 26; hip 0 20 26 12; hip 46 20 26 12; wall 20 26 32; dark M18-32h30v-3H18z; "
        "roof 20 26 35 9; hip 24 18 40 10; flag 33 50; rows 2 16 7 2 2; rows 48 16 7 2 2; "
        "door 28 10 14; rows 22 5 18 1 1; rows 39 5 18 1 1; rows 29 8 18 2 1"
    ),
    # trade
    "tavern": (
        "wall 24 5 33; wall 0 33 18; roof -1 35 18 15; door 5 8 12; rows 15 15 6 2 1; "
        "rows 12 8 19 1 1; dark M33-19h9v1.5h-9zM37-18h1v3h-1z; roofs M34-15h8v9h-8z; "
        "windows M36-13h4v5h-4z"
    ),
    "trading_post": (
        "wall 0 27 26; hip -1 29 26 9; rows 3 21 16 3 1; door 3 8 11; roofs M13-13h15l3 5H11z; "
        "dark M30 0v-10h10v10zM41 0v-8h7v8zM33-11v-8h9v8z; walls M34-6h2v1h-2zM37-16h1.5v1H37z"
    ),
    "market": (
        "dark M2 0v-14h1.5V0zM14 0v-14h1.5V0zM18 0v-18h1.5V0zM29 0v-18h1.5V0zM33 0v-14h1.5V0z"
        "M45 0v-14h1.5V0z; roofs M0-13l4-9h9l4 9q-4 3-8.5 0-4.5 3-8.5 0z"
        "M16-17l4-10h9l4 10q-2 3-4.2 0-2.2 3-4.4 0-2.2 3-4.4 0-2 3-4 0z"
        "M31-13l4-9h9l4 9q-4 3-8.5 0-4.5 3-8.5 0z; walls M3-6h12v6H3z"
        "M19-7h11v7H19zM34-6h12v6H34z; windows M5-8a2 2 0 0 1 4 0zM9-8a2 2 0 0 1 4 0z"
        "M22-9a2.5 2.5 0 0 1 5 0zM37-8a3 3 0 0 1 6 0z"
    ),
    "docks": (
        "wall 0 29 22; roof -1 31 22 13; door 9 11 14; rows 3 5 6 1 1; rows 21 5 6 1 1; "
        "rose 14.5 26 2.5; dark M29-6h25l-4 6H33zM40-6v-36h1.5v36z; "
        "roofs M42.5-41q12 12 10 31h-10zM39-36q-8 10-8 24h8z"
    ),
    "harbor": (
        "wall 0 24 20; hip -1 26 20 9; rows 3 18 8 3 1; dark M0-2h60v2H0zM40-2l2-42h3l2 42z"
        "M26-46h34v3H26zM43-46l-14 3v-1.5l13-7h3l13 7v1.5zM28-43h1v12h-1z; roofs M24-31h9v8h-9z"
        "M50-43h8v8h-8z; walls M50 0l2-9h8v9z"
    ),
    "town_hall": (
        "wall 0 66 24; hip 0 66 24 9; wall 24 18 46; roof 22 22 46 17; rose 33 37 5.5; "
        "flag 33 60; door 27 12 15; rows 3 18 6 2 2; rows 45 18 6 2 2; rows 27 12 20 2 1"
    ),
}

Piece = tuple[int, str]
"""The number of a layer, and a path."""
SPACES: Final = re.compile(r" (?=[-A-Za-z])|(?<=[A-Za-z]) ")
"""The spaces that a path can do without."""
LAYERS: Final = ("walls", "roofs", "dark", "windows")


def line(*words: float | str) -> str:
    """Return a path from letters and numbers, as short as it can be."""
    shown = [word if isinstance(word, str) else number(word + 0.0) for word in words]
    return SPACES.sub("", " ".join(shown))


def arch(x: float, wide: float, high: float, y: float) -> str:
    """Return an opening with a round top."""
    half, straight = wide / 2, high - wide / 2
    return line("M", x, -y, "v", -straight, "a", half, half, "0 0 1", wide, "0v", straight, "z")


def wall(x: float, wide: float, high: float, y: float = 0) -> Iterator[Piece]:
    yield 0, line("M", x, -y, "v", -high, "h", wide, "v", high, "z")


def roof(x: float, wide: float, y: float, high: float) -> Iterator[Piece]:
    """Draw a pointed roof with its eaves at y."""
    yield 1, line("M", x - 1, -y, "l", wide / 2 + 1, -high, wide / 2 + 1, high, "z")


def hip(x: float, wide: float, y: float, high: float) -> Iterator[Piece]:
    """Draw a roof with a ridge."""
    slope = min(high / 2, wide / 3)
    yield 1, line("M", x, -y, "l", slope, -high, "h", wide - 2 * slope, "l", slope, high, "z")


def dome(x: float, wide: float, y: float) -> Iterator[Piece]:
    """Draw a dome with a lantern."""
    half = wide / 2
    yield 1, line("M", x, -y, "a", half, half, "0 0 1", wide, "0z")
    yield 2, line("M", x + half - 1.5, -y - half + 1, "v", -6, "h3v6z")


def teeth(x: float, wide: float, y: float) -> Iterator[Piece]:
    """Draw battlements: teeth and gaps of 4, and wider teeth at both ends."""
    count = max(2, int(wide / 4 + 1) // 2)
    end = 4 + (wide - 4 * (2 * count - 1)) / 2
    steps = "v4h4v-4h4" * (count - 2) + "v4h4v-4"
    yield 1, line("M", x, 2 - y, "v-7h", end) + steps + line("h", end, "v7z")


def door(x: float, wide: float, high: float, y: float = 0) -> Iterator[Piece]:
    yield 2, arch(x, wide, high, y)


def lancet(x: float, wide: float, y: float, high: float) -> Iterator[Piece]:
    """Draw a window with a round top; ``high`` is the height of its sides."""
    yield 3, arch(x, wide, high + wide / 2, y)


def arcade(x: float, wide: float, high: float, count: float) -> Iterator[Piece]:
    """Draw a row of arches."""
    step = wide / count
    for at in range(int(count)):
        yield 2, arch(x + at * step + 1, step - 2, high, 0)


def rows(
    x: float, wide: float, y: float, count: float, floors: float, step: float = 10
) -> Iterator[Piece]:
    """Draw ``count`` windows in a row, on each of ``floors`` floors from y up."""
    for floor in range(int(floors)):
        for at in range(int(count)):
            left = round(x + (at + 0.5) * wide / count - 1.5)
            yield 3, line("M", left, -y - step * floor, "v-6h3v6z")


def rose(x: float, y: float, radius: float) -> Iterator[Piece]:
    """Draw a round window."""
    turn, far = line("a", radius, radius, "0 1 0 "), 2 * radius
    yield 3, line("M", x - radius, -y, turn, far, 0, turn, -far, "0z")


def cross(x: float, y: float) -> Iterator[Piece]:
    yield 2, line("M", x - 1, -y, "v-5h-2v-2h2v-3h2v3h2v2h-2v5z")


def flag(x: float, y: float) -> Iterator[Piece]:
    yield 2, line("M", x - 1, -y, "v-13h1v13z")
    yield 1, line("M", x, -y - 13, "h9l-3 3 3 3h-9z")


PARTS: Final = {
    part.__name__: part
    for part in (wall, roof, hip, dome, teeth, door, lancet, arcade, rows, rose, cross, flag)
}


def trace_silhouette(text: str) -> list[str]:
    """Return the path of each layer of a silhouette."""
    paths = [""] * len(LAYERS)
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, rest = part.partition(" ")
        if name in LAYERS:
            paths[LAYERS.index(name)] += rest
        else:
            for layer, path in PARTS[name](*map(float, rest.split())):
                paths[layer] += path
    return paths


def find_silhouette(name: str) -> str:
    """Return the silhouette of a district; a hall for a card without one."""
    return BUILDINGS.get(name) or DISTRICTS[name].building or "wall 4 50 30; hip 4 50 30 12"


def width_of_building(name: str) -> int:
    """Return the width of a building, by the cost that is printed on its card."""
    cost = PRINTED[name][1]
    return NARROWEST + BY_COST * (USUAL_COST if cost is None else cost)


def lot_of(name: str) -> str:
    """Return the name of the definition of a building on its slab."""
    return f"lot-{NUMBER_OF[name]}"


@cache
def define_building(name: str) -> Markup:
    """Define the building of a district, from x = 0 on, on the ground at y = 0, and below it the
    slab of its type. Windows have the color of the group.
    """
    kind = PRINTED[name][0]
    slab = tag("rect", width=width_of_building(name), height=SLAB, fill=SUITS[kind])
    paints = (WALLS[kind], SUITS[kind], ROOFS[kind], None)
    layers = zip(trace_silhouette(find_silhouette(name)), paints, strict=True)
    house = (tag("path", d=d, fill=paint) for d, paint in layers if d)
    return define(lot_of(name), slab, reuse(f"sign-{kind}"), *house)
