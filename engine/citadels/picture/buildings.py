"""The buildings of a city. Each type has its own silhouette, which is taller the more it costs; a
building is defined once in a picture, and drawn wherever a district of its type and cost stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from engine.citadels.picture.paints import ROOFS, SUITS, WINDOW
from tablekernel.drawing.svg import Markup, define, group, number, reuse, tag

LEAST_COST: Final = 1
MOST_COST: Final = 6
USUAL_COST: Final = 4
GROUND: Final = 74
"""The place of the ground below the top of a district."""
BASE: Final = 24
"""The height of the walls of a district that costs nothing."""
STOREY: Final = 4.5

Shape = tuple[str, str, str]
"""Three paths: walls, roofs and windows. The ground is at 0, 0."""


def height_of(kind: str, cost: int | None) -> int:
    """Return the cost that decides the height of a building. Unique districts, which have emblems,
    are all of one height.
    """
    if kind == "unique" or cost is None:
        return USUAL_COST
    return max(LEAST_COST, min(MOST_COST, cost))


def name_of(kind: str, cost: int | None) -> str:
    """Return the name of the definition of a building."""
    return f"{kind}-{height_of(kind, cost)}"


def find_kinds(districts: Iterable[Mapping[str, Any]]) -> set[tuple[str, int]]:
    """Return the types and heights of the buildings of some districts."""
    return {(one["type"], height_of(one["type"], one["cost"])) for one in districts}


@cache
def define_building(kind: str, height: int) -> Markup:
    """Define the building of a type and a height, on the ground at ``GROUND``, with its plate."""
    walls, roofs, windows = SHAPES[kind](BASE + STOREY * height)
    silhouette = group(
        tag("path", d=walls, fill=SUITS[kind], stroke=ROOFS[kind]),
        tag("path", d=roofs, fill=ROOFS[kind]),
        tag("path", d=windows, fill=WINDOW),
        y=GROUND,
    )
    return define(name_of(kind, height), silhouette, reuse(plate_of(kind)))


def plate_of(kind: str) -> str:
    """Return the name of the definition of a plate: a coin, and the sign of a type."""
    return f"plate-{kind}"


# --- the silhouettes -----------------------------------------------------------------------------


def wall(x: float, width: float, height: float) -> str:
    """Return a wall from x on, from the ground up."""
    return f"M{number(x)} 0v-{number(height)}h{number(width)}v{number(height)}z"


def gable(x: float, y: float, width: float, height: float) -> str:
    """Return a roof with a ridge, whose eaves are at y."""
    half = number(width / 2)
    return f"M{number(x)} {number(y)}l{half}-{number(height)} {half} {number(height)}z"


def window(x: float, y: float, width: int = 4, height: int = 6) -> str:
    """Return a window around x, its sill at y."""
    return f"M{number(x - width / 2)} {number(y)}v-{height}h{width}v{height}z"


def door(x: float, width: int, height: int) -> str:
    """Return an opening with a round top around x."""
    half = number(width / 2)
    straight = number(height - width / 2)
    return f"M{number(x - width / 2)} 0v-{straight}a{half} {half} 0 0 1 {width} 0v{straight}z"


def windows(columns: Iterable[float], top: float) -> str:
    """Return rows of windows from below ``top`` down to the first floor."""
    columns = list(columns)
    rows = max(1, int((top - 10) // 11))
    return "".join(window(x, -top + 12 + 11 * row) for row in range(rows) for x in columns)


def battlements(x: float, y: float, teeth: int, tooth: float) -> str:
    """Return battlements on a wall whose top is at y."""
    one = number(tooth)
    steps = f"h{one}v-4h{one}v4" * teeth
    return f"M{number(x)} {number(y + 3)}v-7h{one}v4{steps[: -len('v4')]}v7z"


def palace(high: float) -> Shape:
    """A noble district: a wide house between two round towers with pointed roofs."""
    towers = wall(-29, 13, high) + wall(16, 13, high)
    roofs = (
        gable(-31, -high, 17, 14)
        + gable(14, -high, 17, 14)
        + f"M-16-{number(high - 10)}l5-8h22l5 8z"
    )
    openings = windows((-22.5, 22.5), high) + windows((-8, 0, 8), high - 10)
    return wall(-16, 32, high - 10) + towers, roofs, openings + door(0, 7, 9)


def church(high: float) -> Shape:
    """A religious district: a nave, and a steeple with a cross."""
    walls = wall(-24, 14, high + 4) + wall(-10, 36, high - 12)
    roofs = (
        gable(-26, -high - 4, 18, 16)
        + f"M-10-{number(high - 12)}l4-11h28l4 11z"
        + f"M-18-{number(high + 20)}v-6h-2.5v-2h2.5v-3h2v3h2.5v2h-2.5v6z"
    )
    openings = windows((-17,), high + 2) + window(-2, -6, 5, 11) + window(8, -6, 5, 11)
    return walls, roofs, openings + window(18, -6, 5, 11)


def shop(high: float) -> Shape:
    """A trade district: a house with a stepped gable, and an awning over its stall."""
    top = high - 4
    steps = f"M-20 0v-{number(top)}h6v-6h6v-6h6v-5h4v5h6v6h6v6h6v{number(top)}z"
    side = wall(18, 10, high - 16)
    awning = "M-24-11h44l4 6h-52z"
    roofs = f"M16-{number(high - 16)}l3-6h8l3 6z" + awning
    return steps + side, roofs, windows((-11, 0, 11), top + 6) + window(-8, 0, 9, 5)


def fort(high: float) -> Shape:
    """A military district: a tower and a curtain wall with battlements."""
    walls = wall(-22, 22, high) + wall(0, 28, high - 15)
    roofs = battlements(-24, -high, 4, 2.9) + battlements(0, -high + 15, 4, 3.1)
    return walls, roofs, windows((-15, -7), high) + door(14, 9, 11)


def hall(high: float) -> Shape:
    """A unique district: a hall under a dome, before which its emblem is drawn."""
    top = number(high - 8)
    walls = wall(-27, 54, high - 12) + f"M-17-{number(high - 12)}h34v-4h-34z"
    flag = f"M-1-{number(high + 7)}v-10h9l-2.5 2.5 2.5 2.5h-7.5v5z"
    dome = f"M-18-{top}a18 17 0 0 1 36 0z" + flag
    return walls, dome, windows((-21, 21), high - 14)


SHAPES: Final[Mapping[str, Callable[[float], Shape]]] = {
    "noble": palace,
    "religious": church,
    "trade": shop,
    "military": fort,
    "unique": hall,
}
