"""Points for the tiles of a completed feature (1.6)."""

from __future__ import annotations

from typing import Final

from engine.castle.features import extras, majority, size, spot_root
from engine.castle.names import PATH, TOWER
from engine.castle.state import Match

TOWER_POINTS: Final = 2
WELL_POINTS: Final = 2
"""Points of a tile on a path with at least one well. Without a well it is worth 1."""


def worth(match: Match, terrain: int, root: int) -> int:
    """Return what a completed path, tower or house scores without a wall tile."""
    tiles = size(match, root)
    if terrain == PATH:
        return tiles * WELL_POINTS if extras(match, root) else tiles
    return tiles * TOWER_POINTS if terrain == TOWER else tiles


def terrain_at(match: Match, spot: int) -> int:
    """Return the terrain at a side of a cell (``4 * cell + side``)."""
    cell, side = divmod(spot, 4)
    return match.tiles.shapes[match.laid[cell]].sides[side]


def winner_at(match: Match, spot: int) -> int:
    """Return the seat with the majority in the feature at a spot."""
    return majority(match, spot_root(match, spot))
