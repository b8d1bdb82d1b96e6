"""Events with details. Call these functions only if events are collected."""

from __future__ import annotations

from typing import Any

from engine.castle.board import CELLS
from engine.castle.choices import Follow
from engine.castle.names import ROLES, SLOTS
from engine.castle.state import Match


def tell_tile(match: Match, kind: str, tile: int, left: int) -> None:
    """Report a tile that is drawn, or leaves the match. ``left`` is the number still to come."""
    name = match.tiles.names[tile]
    match.tell(kind, {"seat": match.active, "tile": name, "left": left})


def tell_laid_tile(match: Match, number: int) -> None:
    """Report the tile that has just been laid."""
    shape = match.tiles.shapes[number]
    match.tell(
        "tile_placed",
        {
            "seat": match.active,
            "tile": match.tiles.names[shape.tile],
            **place_of(match.cell),
            "rotation": shape.rotation,
        },
    )


def tell_follower(match: Match, choice: Follow) -> None:
    """Report the follower that has just been placed."""
    match.tell(
        "follower_placed",
        {
            "seat": match.active,
            "role": ROLES[choice.terrain],
            **place_of(match.cell),
            "slot": SLOTS[choice.slot],
        },
    )


def place_of(cell: int) -> dict[str, Any]:
    """Return a cell for clients."""
    x, y = CELLS[cell]
    return {"x": x, "y": y}


def cells_of(area: int) -> list[dict[str, Any]]:
    """Return the cells of a feature for clients."""
    return [place_of(cell) for cell in range(len(CELLS)) if area >> cell & 1]
