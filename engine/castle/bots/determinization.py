"""Determinization: from what a seat knows to one full match that fits it."""

from __future__ import annotations

from random import Random

from engine.castle.names import WALL_TILES
from engine.castle.state import NO_TILE, TAKEN, Match


class Determinizer:
    """Samples full matches that fit an observed one: any order of the tiles left, and any of the
    unseen wall tiles.
    """

    __slots__ = ("observed", "tiles", "wall_tiles")

    def __init__(self, observed: Match) -> None:
        self.observed = observed
        self.tiles = without(observed.tiles.bag, list_seen_tiles(observed))
        self.wall_tiles = without(WALL_TILES, list_seen_wall_tiles(observed))

    def determinize(self, rng: Random) -> Match:
        """Return a match that differs from the true one only in what nobody may know."""
        match = self.observed.copy()
        match.seed = rng.getrandbits(256).to_bytes(32, "big")
        tiles = self.tiles[:]
        rng.shuffle(tiles)
        match.bag = bytes(tiles)
        wall_tiles = self.wall_tiles[:]
        rng.shuffle(wall_tiles)
        lying = iter(wall_tiles)
        match.towers = bytes([next(lying) if kind else TAKEN for kind in match.towers])
        match.unused = bytes(lying)
        return match


def list_seen_tiles(match: Match) -> bytes:
    """Return the tiles on the board, the drawn one, and those that have left the match."""
    laid = bytes([match.tiles.shapes[match.laid[cell]].tile for cell in match.order])
    drawn = b"" if match.tile == NO_TILE else bytes((match.tile,))
    return laid + drawn + match.removed


def list_seen_wall_tiles(match: Match) -> bytes:
    """Return the wall tiles that were taken."""
    return b"".join(match.wall) + b"".join(match.fresh) + match.used


def without(whole: bytes, seen: bytes) -> list[int]:
    """Return what is left of a multiset."""
    left = list(whole)
    for one in seen:
        left.remove(one)
    return left
