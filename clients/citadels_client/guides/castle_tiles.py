"""Tiles of The Castle as three lines of seven characters.

A slot is a side of the tile (``N``), or on a side with a path the court strip left or right of it,
as seen from outside with that side on top (``Nl``, ``Nr``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rich.text import Text

TILE_SET = "tile_set"
SIDES = "NESW"
WIDE, HIGH = 7, 3
Place: TypeAlias = tuple[int, int]
"""Line and column."""
Sign: TypeAlias = tuple[str, str]
"""A character and its style."""

SPOTS: dict[str, tuple[Place, ...]] = {
    "N": ((0, 3), (0, 2), (0, 4), (0, 1), (0, 5)),
    "E": ((1, 5), (1, 6), (0, 6), (2, 6)),
    "S": ((2, 3), (2, 2), (2, 4), (2, 1), (2, 5)),
    "W": ((1, 1), (1, 0), (0, 0), (2, 0)),
    "Nl": ((0, 1), (0, 2)),
    "Nr": ((0, 5), (0, 4)),
    "El": ((0, 6),),
    "Er": ((2, 6),),
    "Sl": ((2, 5), (2, 4)),
    "Sr": ((2, 1), (2, 2)),
    "Wl": ((2, 0),),
    "Wr": ((0, 0),),
}
"""Where a slot lies on the tile; a follower stands at the first of its places."""

ROADS = {"N": ((0, 3),), "E": ((1, 5), (1, 6)), "S": ((2, 3),), "W": ((1, 0), (1, 1))}


@dataclass(frozen=True, slots=True)
class Face:
    """A tile as it lies: its features with the slots that they have after so many turns."""

    features: tuple[dict[str, Any], ...]
    square: bool

    def at(self, slot: str) -> dict[str, Any]:
        """The feature with a slot."""
        return next(feature for feature in self.features if slot in feature["slots"])

    def terrain(self, side: str) -> str:
        return str(self.at(side)["terrain"])


def turned(slot: str, rotation: int) -> str:
    """Where a slot is after so many quarter turns clockwise."""
    return SIDES[(SIDES.index(slot[0]) + rotation) % 4] + slot[1:]


def faces_of(tile_set: dict[str, Any]) -> dict[tuple[str, int], Face]:
    """Every tile of a set in every rotation."""
    return {
        (tile["tile"], rotation): Face(
            tuple(
                {**feature, "slots": [turned(slot, rotation) for slot in feature["slots"]]}
                for feature in tile["features"]
            ),
            tile["square"],
        )
        for tile in tile_set["tiles"]
        for rotation in range(4)
    }


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters for what a terminal can write."""

    terrain: dict[str, Sign]
    roads: dict[str, str]
    well: Sign
    market: Sign
    square: Sign
    wall_tile: Sign

    def legend(self, titles: dict[str, str]) -> Text:
        text = Text(" ")
        for terrain, (sign, style) in self.terrain.items():
            text.append(sign * 2, style).append(f" {titles[terrain]}  ")
        for name, (sign, style) in (
            ("square", self.square),
            ("well", self.well),
            ("market", self.market),
            ("wall tile", self.wall_tile),
        ):
            text.append(sign, style).append(f" {name}  ")
        return text


def face_lines(face: Face, signs: Signs, standing: dict[str, Sign] | None = None) -> list[Text]:
    """The tile in lines; ``standing`` is what stands on its slots."""
    grid = face_grid(face, signs)
    for slot, sign in (standing or {}).items():
        line, column = SPOTS[slot][0]
        grid[line][column] = sign
    return [Text.assemble(*line) for line in grid]


def face_grid(face: Face, signs: Signs) -> list[list[Sign]]:
    ground = signs.terrain[ground_of(face)]
    grid = [[ground] * WIDE for _ in range(HIGH)]
    for feature in face.features:
        for slot in sorted(feature["slots"], key=len):  # strips lie over the sides
            if feature["terrain"] != "path":
                put(grid, SPOTS[slot], signs.terrain[feature["terrain"]])
    for feature in face.features:
        for slot in feature["slots"]:
            if len(slot) > 1:
                put(grid, SPOTS[slot], signs.terrain[feature["terrain"]])
    roads(face, signs, grid)
    for feature in face.features:
        if feature["markets"]:
            place = SPOTS[feature["slots"][-1]][-1]
            grid[place[0]][place[1]] = signs.market
    return grid


def put(grid: list[list[Sign]], places: tuple[Place, ...], sign: Sign) -> None:
    for line, column in places:
        grid[line][column] = sign


def ground_of(face: Face) -> str:
    """What the middle of the tile shows: the feature that has most of its rim."""
    rim = [feature for feature in face.features if feature["terrain"] != "path"]
    widest = max(rim or face.features, key=lambda feature: len(feature["slots"]))
    return str(widest["terrain"])


def roads(face: Face, signs: Signs, grid: list[list[Sign]]) -> None:
    """Draw the paths from the sides to the middle."""
    sides = "".join(side for side in SIDES if face.terrain(side) == "path")
    if not sides:
        return
    style = signs.terrain["path"][1]
    for side in sides:
        put(grid, ROADS[side], (signs.roads["NS" if side in "NS" else "EW"], style))
    if "W" in sides:
        grid[1][2] = (signs.roads["EW"], style)
    if "E" in sides:
        grid[1][4] = (signs.roads["EW"], style)
    wells = any(feature["wells"] for feature in face.features)
    meeting = (signs.roads[sides], style)
    grid[1][3] = signs.square if face.square else signs.well if wells else meeting
