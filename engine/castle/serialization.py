"""The state as JSON. ``FORMAT`` counts its shapes; ``UPCASTERS`` read older ones, and
``DOWNCASTERS`` write them, for the hashes of that time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import orjson

import engine.castle.flow.turns  # noqa: F401  FRAMES lists the classes that exist
from engine.castle.features import lay, stand
from engine.castle.format_1 import FORMAT_1
from engine.castle.names import PLACE_BITS
from engine.castle.state import Match, MatchFrame
from engine.castle.tiles import TILE_SETS
from tablekernel.codec import (
    Downcaster,
    Upcaster,
    canonical,
    downcasts,
    dump_stack,
    load_stack,
    upcast,
)
from tablekernel.errors import UnknownVersion
from tablekernel.frames import frame_classes
from tablekernel.numbered import name_frames, number_frames

FORMAT: Final = 2
UPCASTERS: Final[dict[int, Upcaster]] = {1: partial(name_frames, table=FORMAT_1)}
DOWNCASTERS: Final[dict[int, Downcaster]] = {2: partial(number_frames, table=FORMAT_1)}
FRAMES: Final = frame_classes(MatchFrame)


def dump(match: Match) -> bytes:
    """Return the whole state, secrets and seed included, with the tile set by name. The board is
    stored as the tiles on it in the order in which they were laid.
    """
    return canonical(
        {
            "format": FORMAT,
            "tile_set": match.tiles.name,
            "seed": match.seed.hex(),
            "draws": match.draws,
            "stack": dump_stack(match.stack),
            "bag": match.bag.hex(),
            "towers": match.towers.hex(),
            "unused": match.unused.hex(),
            "removed": match.removed.hex(),
            "order": match.order.hex(),
            "laid": bytes([match.laid[cell] for cell in match.order]).hex(),
            "followers": sorted(match.followers.items()),
            "score": match.score,
            "earned": match.earned,
            "keep": match.keep,
            "keep_at": match.keep_at,
            "wall": [kinds.hex() for kinds in match.wall],
            "fresh": [kinds.hex() for kinds in match.fresh],
            "used": match.used.hex(),
            "turn": match.turn,
            "active": match.active,
            "tile": match.tile,
            "cell": match.cell,
        }
    )


def earlier(match: Match) -> Iterator[bytes]:
    """Yield the texts of earlier formats."""
    return downcasts(dump(match), DOWNCASTERS)


def load(data: bytes | str) -> Match:
    """Load a state. Raises ``UnknownVersion``, also if its tile set is missing."""
    stored = upcast(orjson.loads(data), FORMAT, UPCASTERS)
    if stored["tile_set"] not in TILE_SETS:
        raise UnknownVersion(f"there is no tile set {stored['tile_set']}")
    match = Match(TILE_SETS[stored["tile_set"]], bytes.fromhex(stored["seed"]))
    match.draws = stored["draws"]
    match.stack = load_stack(stored["stack"], FRAMES)
    match.bag = bytes.fromhex(stored["bag"])
    match.towers = bytes.fromhex(stored["towers"])
    match.unused = bytes.fromhex(stored["unused"])
    match.removed = bytes.fromhex(stored["removed"])
    cells, shapes = bytes.fromhex(stored["order"]), bytes.fromhex(stored["laid"])
    for cell, number in zip(cells, shapes, strict=True):
        lay(match, cell, number)
    for place, seat in stored["followers"]:
        stand(match, seat, place >> PLACE_BITS, place & (1 << PLACE_BITS) - 1)
    match.score = stored["score"]
    match.earned = stored["earned"]
    match.keep = stored["keep"]
    match.keep_at = stored["keep_at"]
    match.wall = [bytes.fromhex(kinds) for kinds in stored["wall"]]
    match.fresh = [bytes.fromhex(kinds) for kinds in stored["fresh"]]
    match.used = bytes.fromhex(stored["used"])
    match.turn = stored["turn"]
    match.active = stored["active"]
    match.tile = stored["tile"]
    match.cell = stored["cell"]
    return match
