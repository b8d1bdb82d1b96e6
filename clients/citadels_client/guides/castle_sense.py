"""A player of plain sense for The Castle. It knows what the service says of the table, and adds up:
what a tile completes at once counts most, and what it lets grow a little.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..documents import Decision, Game, Option
from .castle_tiles import SIDES, TILE_SET, faces_of

POINTS = {"path": 1, "tower": 2, "house": 1, "court": 0}
"""What a tile of a complete feature earns; a market of a court earns more at the end."""
NEXT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
MARKET = 3
FEW = 2
"""Followers at hand with which none is put where it may stay."""


class Sense:
    """Looks one tile ahead."""

    def __init__(self, board: dict[str, Any], sets: dict[str, dict[str, Any]], rng: Random) -> None:
        self.cells = {(cell["x"], cell["y"]) for cell in board["cells"]}
        self.faces = {name: faces_of(tiles) for name, tiles in sets.items()}
        self.rng = rng

    def choose(self, game: Game, decision: Decision) -> str:
        """The option that is worth most; among equals chance decides."""
        worth = {"place": self.place, "follower": self.follower}.get(decision["topic"], plain)
        options = decision.get("options", [])
        best = max(options, key=lambda option: (worth(game, option), self.rng.random()))
        return str(best["choice"])

    def place(self, game: Game, option: Option) -> float:
        """What the tile does there to features with followers, and which it makes complete."""
        table, me = game["table"] or {}, game["your_seat"] or 0
        face = self.faces[table[TILE_SET]][table["tile"]["tile"], option["rotation"]]
        cell = (option["x"], option["y"])
        met = {side: neighbour(table, cell, side) for side in SIDES}
        worth = 0.0
        for feature in face.features:
            if feature["terrain"] != "court":
                worth += self.gain(table, feature, cell, met, me)
        for side, one in met.items():
            if one and one["open_sides"] and one["terrain"] != face.terrain(side):
                ends = one["open_sides"] - 1  # another terrain closes that side
                worth += value(one, one["tiles"], ends, me) - value(one, one["tiles"], ends + 1, me)
        return worth

    def gain(
        self,
        table: dict[str, Any],
        feature: dict[str, Any],
        cell: tuple[int, int],
        met: dict[str, dict[str, Any] | None],
        me: int,
    ) -> float:
        """What one feature of the tile is worth to me when it lies there."""
        sides = [slot for slot in feature["slots"] if slot in SIDES]
        joined = [one for side in sides if (one := met[side])]
        joined = [one for one in joined if one["terrain"] == feature["terrain"]]
        whole = {id(one): one for one in joined}.values()
        tiles = 1 + sum(one["tiles"] for one in whole)
        ends = sum(one["open_sides"] for one in whole) - len(joined)
        ends += sum(1 for side in sides if self.open(table, cell, side))
        followers = [
            sum(one["followers"][seat["seat"]] for one in whole) for seat in table["seats"]
        ]
        if not any(followers):
            free = table["seats"][me]["supply"] > 0
            complete: float = tiles * POINTS[feature["terrain"]] / 2
            return complete if free and ends <= 0 else 0.1 * tiles
        before = sum(value(one, one["tiles"], one["open_sides"], me) for one in whole)
        return value({**feature, "followers": followers}, tiles, ends, me) - before

    def open(self, table: dict[str, Any], cell: tuple[int, int], side: str) -> bool:
        """Whether nothing lies on the other side yet, but something may."""
        other = (cell[0] + NEXT[side][0], cell[1] + NEXT[side][1])
        taken = {(tile["x"], tile["y"]) for tile in table["board"]}
        return other in self.cells and other not in taken

    def follower(self, game: Game, option: Option) -> float:
        """Points at once, or a feature that may still grow and is nobody's."""
        if option["verb"] == "pass":
            return 0.5
        supply = (game["table"] or {})["seats"][game["your_seat"] or 0]["supply"]
        if option["terrain"] == "court":
            return MARKET / 2 * int(option["markets"]) if supply > FEW else 0.0
        points = float(option["tiles"] * POINTS[option["terrain"]])
        if option["open_sides"] == 0:
            return 1 + points
        return points / int(option["open_sides"]) if supply > FEW else 0.0


def value(feature: dict[str, Any], tiles: int, ends: int, me: int) -> float:
    """What a feature promises me with so many tiles and open ends; less than 0: to the other."""
    mine = feature["followers"][me]
    theirs = sum(feature["followers"]) - mine
    points = tiles * POINTS[feature["terrain"]]
    lead: int = (mine > theirs) - (mine < theirs)
    return lead * (points if ends <= 0 else points / (2 + ends))


def plain(game: Game, option: Option) -> float:
    """What may be used is used, and what scores most is scored first."""
    return -1.0 if option["verb"] == "pass" else float(option.get("points", 0))


def neighbour(table: dict[str, Any], cell: tuple[int, int], side: str) -> dict[str, Any] | None:
    """The feature that a tile on this cell would meet at one of its sides."""
    x, y = cell[0] + NEXT[side][0], cell[1] + NEXT[side][1]
    touching = SIDES[(SIDES.index(side) + 2) % 4]
    for feature in table["features"]:
        for place in feature["cells"]:
            if (place["x"], place["y"]) == (x, y) and touching in place["slots"]:
                found: dict[str, Any] = feature
                return found
    return None
