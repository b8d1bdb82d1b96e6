"""From options to a first state (1.1)."""

from __future__ import annotations

from engine.castle.board import CORNERS
from engine.castle.flow.turns import Turns
from engine.castle.names import NOBODY, SEATS, WALL_TILES
from engine.castle.options import Options
from engine.castle.state import Match
from engine.castle.tiles import TILE_SETS
from tablekernel.rng import pick, shuffle


def begin(options: Options, seed: bytes) -> Match:
    """Return the state before the first shuffle."""
    match = Match(TILE_SETS[options["tile_set"]], seed)
    first = options["first_seat"]
    match.active = NOBODY if first is None else first
    return match


def deal(match: Match) -> None:
    """Shuffle the tiles, then the wall tiles, of which the first ones lie on the corner towers in
    the order of the track; then choose who begins.
    """
    match.bag = shuffle(match, match.tiles.bag)
    wall_tiles = shuffle(match, WALL_TILES)
    match.towers = wall_tiles[: len(CORNERS)]
    match.unused = wall_tiles[len(CORNERS) :]
    if match.active == NOBODY:
        match.active = pick(match, SEATS)
    if match.events is not None:
        match.tell(
            "match_started",
            {
                "first": match.active,
                "tile_set": match.tiles.name,
                "tiles": len(match.bag),
                "wall_tiles": len(match.towers),
            },
        )
    match.push(Turns())
