"""A match of Carcassonne: The Castle in the terminal, as one viewer may see it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable
from random import Random
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..choosers import Chooser
from ..documents import Decision, Game, Option
from ..words import seat_name
from .castle_board import SEATS, Board, signs_of
from .castle_sense import Sense
from .castle_tiles import TILE_SET, face_lines, faces_of
from .guide import Guide, question

PLACE = "place"


class CastleGuide(Guide):
    """The castle in its wall, what lies before the seats, and options by cell and rotation."""

    def __init__(self, catalogue: dict[str, Any]) -> None:
        super().__init__(catalogue)
        self.sets = {one["tile_set"]: one for one in catalogue["tile_sets"]}
        self.titles = {one["wall_tile"]: one["title"] for one in catalogue["wall_tiles"]}
        self.terrains = {one["terrain"]: one["title"] for one in catalogue["terrains"]}

    def table(self, game: Game, console: Console) -> RenderableType:
        table = game["table"]
        if not table:
            return Group(self.heading(game), self.seats(game))
        tiles = self.sets[table[TILE_SET]]
        signs = signs_of(console)
        board = Board(self.catalogue["board"], tiles, signs)
        return Group(
            self.heading(game),
            self.seats_table(game, table),
            board.drawn(table, offered(game)),
            signs.legend(self.terrains),
        )

    def heading(self, game: Game) -> Text:
        table = game["table"] or {}
        turn = (table.get("turn") or {}).get("number", "-")
        line = Text.assemble((f"Turn {turn}", "bold"), f"  {game['status']}")
        line.append(f"  {table.get('bag_size', '-')} tiles to come")
        if table.get("removed"):
            line.append(f", {len(table['removed'])} fitted nowhere")
        return line

    def seats_table(self, game: Game, table: dict[str, Any]) -> Table:
        """What lies before each seat."""
        rows = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        for name in ("seat", "points", "followers", "keep", "wall tiles"):
            rows.add_column(name, justify="right" if name == "points" else "left")
        up = game["decision"]["seat"] if game["decision"] else None
        for seat in table["seats"]:
            number = seat["seat"]
            name = seat_name(game, number) + (" (you)" if number == game["your_seat"] else "")
            lap = f" lap {seat['laps'] + 1}" if seat["laps"] else ""
            keep = f"house of {seat['keep']['size']}" if seat["keep"] else "-"
            rows.add_row(
                Text.assemble((f" {number} ", SEATS[number]), (f" {name}", bold(number == up))),
                f"{seat['score']}{lap}",
                "o" * seat["supply"] or "none",
                keep,
                ", ".join(map(self.wall_tile, seat["wall_tiles"])) or "-",
            )
        return rows

    def wall_tile(self, held: dict[str, Any]) -> str:
        """A wall tile by number and title; in brackets while it may not be used."""
        words = f"{held['wall_tile']} {self.titles[held['wall_tile']]}"
        return words if held["usable"] else f"({words})"

    def options(self, game: Game, decision: Decision, console: Console) -> RenderableType:
        if decision["topic"] != PLACE:
            return super().options(game, decision, console)
        cells = rotations(decision.get("options", []))
        legal = sorted({rotation for turns in cells.values() for rotation in turns})
        faces = faces_of(self.sets[(game["table"] or {})[TILE_SET]])
        tile = (game["table"] or {})["tile"]["tile"]
        signs = signs_of(console)
        drawn = [
            Group(Text(f"turned {turns}"), *face_lines(faces[tile, turns], signs))
            for turns in legal
        ]
        lines = [
            Text(f"{x},{y} {' '.join(map(str, cells[x, y]))}")
            for x, y in sorted(cells, key=lambda cell: cell[::-1])
        ]
        parts: list[RenderableType] = [question(decision), Columns(drawn, padding=(0, 3))]
        return Group(*parts, Columns(lines, padding=(0, 3)))

    def option(self, option: Option, game: Game) -> str:
        """A feature says besides how large it is."""
        words = super().option(option, game)
        if "tiles" not in option or option["verb"] == "score":
            return words
        sides = option["open_sides"]
        about = [f"{option['tiles']} tile{'' if option['tiles'] == 1 else 's'}"]
        about += [] if sides is None else ["complete" if not sides else f"{sides} open"]
        about += [f"{option[name]} {name}" for name in ("wells", "markets") if option[name]]
        return f"{words} ({', '.join(about)})"

    def understood(self, said: str, decision: Decision) -> str | None:
        if decision["topic"] != PLACE:
            return super().understood(said, decision)
        numbers = [int(word) for word in re.findall(r"\d+", said)]
        meant = [
            str(option["choice"])
            for option in decision.get("options", [])
            if [option["x"], option["y"], option["rotation"]][: len(numbers)] == numbers
        ]
        return meant[0] if len(numbers) > 1 and len(meant) == 1 else None

    def how_to_say(self, decision: Decision) -> str:
        if decision["topic"] != PLACE:
            return super().how_to_say(decision)
        return "Type column, row and quarter turns, as in 7 0 2; or q."

    def part(self, game: Game) -> Hashable:
        """Ten turns."""
        turn = (game["table"] or {}).get("turn") or {}
        return int(turn.get("number", 0)) // 10

    def preference(self, rng: Random) -> Chooser:
        sense = Sense(self.catalogue["board"], self.sets, rng)
        return sense.choose


def bold(yes: bool) -> str:
    return "bold" if yes else ""


def rotations(options: list[Option]) -> dict[tuple[int, int], list[int]]:
    """The rotations that are legal, by cell."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for option in options:
        found[option["x"], option["y"]].append(option["rotation"])
    return found


def offered(game: Game) -> dict[tuple[int, int], list[int]]:
    """Where the viewer may lay the tile that he has to lay."""
    decision = game["decision"]
    if decision is None or decision["topic"] != PLACE:
        return {}
    return rotations(decision.get("options", []))
