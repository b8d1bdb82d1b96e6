"""All choices of the game, created once.

Their details say where they are; ``describing``, which sees the match, adds what is there.
"""

from __future__ import annotations

from typing import Any, Final

from engine.castle.board import CELLS
from engine.castle.names import (
    DOUBLES,
    EXTRA_TURN,
    ROLES,
    SIDES,
    SLOTS,
)
from tablekernel.frames import Choice


class Place(Choice):
    """Lay the drawn tile on a cell, rotated by a number of quarter turns clockwise."""

    def __init__(self, cell: int, rotation: int) -> None:
        x, y = CELLS[cell]
        super().__init__(f"place:{x},{y}:{rotation}")
        self.cell = cell
        self.rotation = rotation

    def details(self) -> dict[str, Any]:
        x, y = CELLS[self.cell]
        return {"x": x, "y": y, "rotation": self.rotation}


class Follow(Choice):
    """Put a follower on the feature of the tile just laid that has this slot."""

    def __init__(self, terrain: int, slot: int) -> None:
        super().__init__(f"{ROLES[terrain]}:{SLOTS[slot]}")
        self.terrain = terrain
        self.slot = slot

    def details(self) -> dict[str, Any]:
        return {"slot": SLOTS[self.slot]}


class Score(Choice):
    """Score next the feature at this side of this cell."""

    def __init__(self, spot: int) -> None:
        self.spot = spot
        x, y = CELLS[spot // 4]
        super().__init__(f"score:{x},{y}:{SIDES[spot % 4]}")

    def details(self) -> dict[str, Any]:
        x, y = CELLS[self.spot // 4]
        return {"x": x, "y": y, "slot": SIDES[self.spot % 4]}


class Use(Choice):
    """Use a wall tile of this kind."""

    def __init__(self, wall_tile: int) -> None:
        super().__init__(f"use:{wall_tile}")
        self.wall_tile = wall_tile

    def details(self) -> dict[str, Any]:
        return {"wall_tile": self.wall_tile}


PASS: Final = Choice("pass")
"""No follower, or no wall tile."""

PLACES: Final = tuple([tuple([Place(cell, r) for r in range(4)]) for cell in range(len(CELLS))])
ROTATIONS: Final = tuple([tuple([r for r in range(4) if mask >> r & 1]) for mask in range(16)])
PLACES_BY_MASK: Final = tuple(
    [tuple([tuple([row[r] for r in found]) for found in ROTATIONS]) for row in PLACES]
)
"""By cell, and by the set of legal rotations as bits."""

FOLLOWERS: Final = tuple(
    [tuple([Follow(terrain, slot) for slot in range(len(SLOTS))]) for terrain in range(4)]
)
SCORES: Final = tuple([Score(spot) for spot in range(4 * len(CELLS))])
USES: Final = {kind: Use(kind) for kind in (EXTRA_TURN, *DOUBLES.values())}
