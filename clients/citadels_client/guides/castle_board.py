"""The board of The Castle in the terminal: the tiles inside the wall, and the track on it."""

from __future__ import annotations

from typing import Any, TypeAlias

from rich.console import Console
from rich.text import Text

from .castle_tiles import HIGH, SPOTS, WIDE, Sign, Signs, face_lines, faces_of

Cell: TypeAlias = tuple[int, int]
SEATS = ("bold white on blue", "bold black on bright_white")
"""The style of each seat's followers and markers."""
WALL = "grey50"
FREE = "grey42"
LEGAL = "bold bright_cyan"
KEEP = "K"

STYLES = {
    "path": "bold bright_yellow on grey11",
    "tower": "white on purple4",
    "house": "bright_red on dark_red",
    "court": "green on grey11",
}
PRETTY = Signs(
    terrain=dict(zip(STYLES, zip("═▒≡·", STYLES.values(), strict=True), strict=True)),
    roads={
        "N": "╨", "E": "╞", "S": "╥", "W": "╡", "NS": "║", "EW": "═", "NE": "╚", "ES": "╔",
        "SW": "╗", "NW": "╝", "NES": "╠", "ESW": "╦", "NSW": "╣", "NEW": "╩", "NESW": "╬",
    },
    well=("○", "bold bright_blue on grey11"),
    market=("$", "bold bright_white on grey11"),
    square=("■", "bold bright_yellow on grey11"),
    wall_tile=("◆", "bold yellow"),
)  # fmt: skip
PLAIN = Signs(
    terrain=dict(zip(STYLES, zip("=#%.", STYLES.values(), strict=True), strict=True)),
    roads=dict.fromkeys(PRETTY.roads, "+") | {"NS": "|", "EW": "="},
    well=("o", PRETTY.well[1]),
    market=("$", PRETTY.market[1]),
    square=("@", PRETTY.square[1]),
    wall_tile=("*", "bold yellow"),
)


def signs_of(console: Console) -> Signs:
    """What the terminal can write."""
    return PRETTY if console.encoding.lower().startswith("utf") else PLAIN


class Board:
    """The board of one tile set."""

    def __init__(self, board: dict[str, Any], tiles: dict[str, Any], signs: Signs) -> None:
        self.cells = {(cell["x"], cell["y"]) for cell in board["cells"]}
        self.wall = {(block["x"], block["y"]): block for block in board["wall"]}
        self.starts = {tuple(start["spaces"]): start for start in tiles["start_spaces"]}
        self.faces = faces_of(tiles)
        self.signs = signs
        everything = self.cells | set(self.wall)
        self.xs = range(min(x for x, _ in everything), max(x for x, _ in everything) + 1)
        self.ys = range(min(y for _, y in everything), max(y for _, y in everything) + 1)

    def drawn(self, table: dict[str, Any], offered: dict[Cell, list[int]]) -> Text:
        """The table as everybody sees it; ``offered`` are the rotations in which the viewer may lay
        the drawn tile, by cell.
        """
        parts = {(tile["x"], tile["y"]): self.tile(table, tile) for tile in table["board"]}
        free = self.cells - parts.keys()
        parts |= {cell: free_cell(cell, offered.get(cell, [])) for cell in free}
        parts |= {cell: self.block(table, block) for cell, block in self.wall.items()}
        nothing = [Text(" " * WIDE)] * HIGH
        lines = []
        for y in self.ys:
            row = [parts.get((x, y), nothing) for x in self.xs]
            lines += [Text.assemble(*(part[line] for part in row)) for line in range(HIGH)]
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)

    def tile(self, table: dict[str, Any], tile: dict[str, Any]) -> list[Text]:
        """A tile with the followers and the keep on it."""
        here = (tile["x"], tile["y"])
        standing = {}
        for seat in table["seats"]:
            keep = seat["keep"]
            if keep and (keep["x"], keep["y"]) == here:
                standing[keep["slot"]] = (KEEP, SEATS[seat["seat"]])
        for follower in table["followers"]:
            if (follower["x"], follower["y"]) == here:
                standing[follower["slot"]] = (str(follower["seat"]), SEATS[follower["seat"]])
        assert standing.keys() <= SPOTS.keys()
        return face_lines(self.faces[tile["tile"], tile["rotation"]], self.signs, standing)

    def block(self, table: dict[str, Any], block: dict[str, Any]) -> list[Text]:
        """Two spaces of the track, with the markers on them, and what lies on a corner tower."""
        spaces = block["spaces"]
        style, fill = WALL, " "
        if start := self.starts.get(tuple(spaces)):
            fill, style = self.signs.terrain[start["terrain"]]
        top = Text(fill * WIDE, style)
        if any(tower["spaces"] == spaces and tower["wall_tile"] for tower in table["towers"]):
            top = Text.assemble("   ", self.signs.wall_tile, "   ")
        numbers = Text(f"{spaces[0]:>2} {spaces[1]:>2}".center(WIDE), WALL)
        return [top, numbers, markers(table, spaces) or Text(fill * WIDE, style)]


def markers(table: dict[str, Any], spaces: list[int]) -> Text | None:
    """The markers of the seats that stand here."""
    line = Text()
    for space in spaces:
        for seat in table["seats"]:
            if seat["space"] == space:
                line.append(f" {seat['seat']} ", SEATS[seat["seat"]])
    if not line:
        return None
    line.pad_right(WIDE - len(line))
    return line


def free_cell(cell: Cell, rotations: list[int]) -> list[Text]:
    """An empty cell by its column and row, and how the drawn tile may lie there."""
    x, y = cell
    sign: Sign = (f"{x},{y}".center(WIDE), LEGAL if rotations else FREE)
    turns = "".join(map(str, rotations)).center(WIDE)
    return [Text(" " * WIDE), Text.assemble(sign), Text(turns, LEGAL)]
