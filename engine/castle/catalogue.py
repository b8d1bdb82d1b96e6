"""The catalogue of the game's parts for clients."""

from __future__ import annotations

from typing import Any

from engine.castle.board import BOARD, CELLS, STARTS
from engine.castle.describing import face
from engine.castle.events import place_of
from engine.castle.names import ROLES, SIDES, TERRAINS, WALL_TILES
from engine.castle.text import TEXTS, CastleLanguage
from engine.castle.tiles import TILE_SETS, TileSet

Document = dict[str, Any]


def catalogue(language: str) -> Document:
    """Return the board, every tile set, the wall tiles and the terrains, with titles and texts."""
    tongue = TEXTS.find(language)
    return {
        "board": board(),
        "tile_sets": [tile_set(tiles, tongue) for tiles in TILE_SETS.values()],
        "wall_tiles": [
            {
                "wall_tile": kind,
                "title": tongue.wall_titles[kind],
                "copies": WALL_TILES.count(kind),
                "text": tongue.wall_texts[kind],
            }
            for kind in sorted(set(WALL_TILES))
        ],
        "terrains": [
            {
                "terrain": terrain,
                "title": tongue.terrains[terrain],
                "role": role,
                "role_title": tongue.roles[role],
                "text": tongue.texts[terrain],
            }
            for terrain, role in zip(TERRAINS, ROLES, strict=True)
        ],
    }


def board() -> Document:
    """Return the cells, and the wall around them with the places and kinds of the spaces."""
    return {
        "cells": [place_of(cell) for cell in range(len(CELLS))],
        "wall": [
            {
                "spaces": list(block.spaces),
                "kind": block.kind,
                "x": block.x,
                "y": block.y,
                "wall_tile": block.spaces in BOARD.corners,
            }
            for block in BOARD.blocks
        ],
    }


def tile_set(tiles: TileSet, tongue: CastleLanguage) -> Document:
    """Return a tile set, with every tile unrotated."""
    return {
        "tile_set": tiles.name,
        "status": tiles.status,
        "title": tongue.sets.get(tiles.name, (tiles.name, ""))[0],
        "text": tongue.sets.get(tiles.name, ("", tiles.source))[1],
        "start_spaces": [
            {
                "spaces": list(start.spaces),
                **place_of(start.cell),
                "side": SIDES[start.side],
                "terrain": TERRAINS[terrain],
                "markets": markets,
            }
            for start, (terrain, markets) in zip(STARTS, tiles.starts, strict=True)
        ],
        "tiles": [
            {
                "tile": tile.name,
                "title": tongue.tile(tile.name),
                "count": tile.count,
                **face(tile.shapes[0]),
            }
            for tile in tiles.tiles
        ],
    }
