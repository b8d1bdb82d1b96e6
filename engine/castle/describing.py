"""Tiles, features and options for clients: cells by ``x`` and ``y``, slots by name.

A slot is a side of a cell (``N``, ``E``, ``S``, ``W``), or on a side with a path the court strip to
its left or right, as seen from outside with that side on top (``Nl``, ``Nr``).
"""

from __future__ import annotations

from typing import Any

from engine.castle.board import CELLS, STARTS
from engine.castle.choices import Follow, Score
from engine.castle.events import place_of
from engine.castle.features import (
    extras,
    followers_in,
    open_sides,
    root_of,
    size,
    spot_root,
    start_spaces_of,
)
from engine.castle.names import COURT, PATH, SIDES, SLOTS, TERRAINS
from engine.castle.points import terrain_at, winner_at, worth
from engine.castle.state import Match
from engine.castle.tiles import Shape
from tablekernel.frames import Choice

Document = dict[str, Any]


def face(shape: Shape) -> Document:
    """Return a tile in one rotation: the terrain of each side, and its features."""
    return {
        "sides": {
            side: TERRAINS[terrain] for side, terrain in zip(SIDES, shape.sides, strict=True)
        },
        "features": [
            {
                "terrain": TERRAINS[terrain],
                "slots": [SLOTS[slot] for slot in slots],
                "wells": extra if terrain == PATH else 0,
                "markets": extra if terrain == COURT else 0,
            }
            for terrain, slots, extra in shape.segments
        ],
        "square": shape.square,
    }


def describe_drawn_tile(match: Match) -> Document:
    """Return the tile to lay, after 0 to 3 quarter turns clockwise."""
    tile = match.tiles.tiles[match.tile]
    return {"tile": tile.name, "faces": [face(shape) for shape in tile.shapes]}


def describe_laid_tile(match: Match, cell: int) -> Document:
    """Return the tile on a cell."""
    shape = match.tiles.shapes[match.laid[cell]]
    name = match.tiles.names[shape.tile]
    return {**place_of(cell), "tile": name, "rotation": shape.rotation}


def spot_of(spot: int) -> Document:
    """Return a side of a cell."""
    return {**place_of(spot // 4), "slot": SIDES[spot % 4]}


def feature_of(
    match: Match, root: int, terrain: int, cells: list[Document] | None = None
) -> Document:
    """Return a feature: its size, its followers, and all its cells with its slots there (``cells``,
    if the caller has them already). A court has no open sides to count.
    """
    extra = extras(match, root)
    return {
        "terrain": TERRAINS[terrain],
        "tiles": size(match, root),
        "open_sides": None if terrain == COURT else open_sides(match, root),
        "wells": extra if terrain == PATH else 0,
        "markets": extra if terrain == COURT else 0,
        "followers": list(followers_in(match, root)),
        "cells": slots_of(match, root) if cells is None else cells,
        "start_spaces": [list(STARTS[place].spaces) for place in start_spaces_of(match, root)],
    }


def all_features(match: Match) -> list[Document]:
    """Return every feature that lies on a tile, in the order of their first tiles, enough to draw
    the whole board.
    """
    found: dict[int, tuple[int, dict[int, list[str]]]] = {}
    for cell in match.order:
        first = match.first[cell]
        segments = match.tiles.shapes[match.laid[cell]].segments
        for node, (terrain, slots, _) in enumerate(segments, first):
            _, cells = found.setdefault(root_of(match, node), (terrain, {}))
            cells.setdefault(cell, []).extend([SLOTS[slot] for slot in slots])
    return [
        feature_of(
            match,
            root,
            terrain,
            [{**place_of(cell), "slots": slots} for cell, slots in sorted(cells.items())],
        )
        for root, (terrain, cells) in found.items()
    ]


def slots_of(match: Match, root: int) -> list[Document]:
    """Return where a feature lies."""
    found = []
    for cell in range(len(CELLS)):
        if match.area[root] >> cell & 1:
            segments = match.tiles.shapes[match.laid[cell]].segments
            slots = [
                SLOTS[slot]
                for number, segment in enumerate(segments)
                if root_of(match, match.first[cell] + number) == root
                for slot in segment.slots
            ]
            found.append({**place_of(cell), "slots": slots})
    return found


def describe_option(match: Match, choice: Choice) -> Document:
    """Return what an option says about the board, besides its place."""
    if isinstance(choice, Follow):
        shape = match.tiles.shapes[match.laid[match.cell]]
        root = root_of(match, match.first[match.cell] + shape.at[choice.slot])
        return feature_of(match, root, choice.terrain)
    if isinstance(choice, Score):
        root, terrain = spot_root(match, choice.spot), terrain_at(match, choice.spot)
        feature = feature_of(match, root, terrain)
        points = worth(match, terrain, root)
        return {**feature, "seat": winner_at(match, choice.spot), "points": points}
    return {}
