"""Events that are told in more than a word. Call them only when somebody listens."""

from __future__ import annotations

from typing import Any

from engine.castle.board import CELLS
from engine.castle.choices import Follow
from engine.castle.names import ROLES, SLOTS
from engine.castle.state import Match


def tell_tile(match: Match, kind: str, tile: int, left: int) -> None:
    """A tile that is drawn, or leaves the match; ``left`` are those still to come."""
    name = match.tiles.names[tile]
    match.tell(kind, {"seat": match.active, "tile": name, "left": left})


def tell_laid_tile(match: Match, number: int) -> None:
    """The tile that has just been laid."""
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
    """The follower that has just been put on the tile."""
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
    """A cell as clients read it."""
    x, y = CELLS[cell]
    return {"x": x, "y": y}


def cells_of(area: int) -> list[dict[str, Any]]:
    """The cells of a feature as clients read them."""
    return [place_of(cell) for cell in range(len(CELLS)) if area >> cell & 1]
