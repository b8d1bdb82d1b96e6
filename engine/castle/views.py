"""What a viewer may know of the table. Only the order of the bag and the face-down wall tiles are
hidden; players and spectators see the same.
"""

from __future__ import annotations

from typing import Any

from engine.castle.board import CORNERS, TRACK
from engine.castle.describing import all_features, describe_laid_tile, face, slots_of, spot_of
from engine.castle.events import place_of
from engine.castle.features import spot_root
from engine.castle.flow.scoring import Scoring
from engine.castle.names import NOBODY, PLACE_BITS, ROLES, SEATS, SLOTS
from engine.castle.state import NO_CELL, NO_TILE, Match

Document = dict[str, Any]


def view(match: Match, seat: int | None) -> Document:
    """Return the table as ``seat`` sees it; ``None`` is a spectator."""
    return {
        "tile_set": match.tiles.name,
        "phase": phase(match),
        "turn": turn_of(match),
        "tile": find_drawn_tile(match),
        "bag_size": len(match.bag),
        "tiles_left": count_tiles_left(match),
        "removed": [match.tiles.names[tile] for tile in match.removed],
        "board": [describe_laid_tile(match, cell) for cell in match.order],
        "features": all_features(match),
        "followers": followers(match),
        "towers": [
            {"spaces": list(spaces), "wall_tile": bool(kind) and bool(match.stack)}
            for spaces, kind in zip(CORNERS, match.towers, strict=True)
        ],
        "used": list(match.used),
        "seats": [seat_view(match, other) for other in range(SEATS)],
        "you": None if seat is None else {"seat": seat},
    }


def phase(match: Match) -> str:
    """``place``, ``follower``, ``scoring`` or ``over``."""
    if not match.stack:
        return "over"
    if match.tile != NO_TILE:
        return "place"
    top = match.stack[-1]
    if isinstance(top, Scoring) or top.steps[top.at] != "ask_follower":
        return "scoring"
    return "follower"


def turn_of(match: Match) -> Document | None:
    """Return whose turn it is, and where its tile lies if it is laid."""
    if not match.stack or match.active == NOBODY:
        return None
    laid = None if match.cell == NO_CELL else place_of(match.cell)
    return {"seat": match.active, "number": match.turn, "laid": laid}


def find_drawn_tile(match: Match) -> Document | None:
    """Return the tile to lay, unrotated."""
    if match.tile == NO_TILE:
        return None
    tile = match.tiles.tiles[match.tile]
    return {"tile": tile.name, **face(tile.shapes[0])}


def count_tiles_left(match: Match) -> dict[str, int]:
    """Return how many of each tile are in the bag: the set without what everybody has seen."""
    left = {tile.name: tile.count for tile in match.tiles.tiles}
    seen = [match.tiles.shapes[match.laid[cell]].tile for cell in match.order]
    seen += match.removed
    if match.tile != NO_TILE:
        seen.append(match.tile)
    for tile in seen:
        left[match.tiles.names[tile]] -= 1
    return {name: count for name, count in left.items() if count}


def followers(match: Match) -> list[Document]:
    """Return every follower on the board, by cell."""
    found = []
    for place, seat in sorted(match.followers.items()):
        cell, number = place >> PLACE_BITS, place & (1 << PLACE_BITS) - 1
        segment = match.tiles.shapes[match.laid[cell]].segments[number]
        role, slot = ROLES[segment.terrain], SLOTS[segment.slots[0]]
        found.append({"seat": seat, "role": role, **place_of(cell), "slot": slot})
    return found


def seat_view(match: Match, seat: int) -> Document:
    """Return what everybody knows of a seat. Wall tiles say whether they may be used in its own
    turn; a ``lap`` is a whole round of the track.
    """
    score = match.score[seat]
    return {
        "seat": seat,
        "score": score,
        "space": score % TRACK,
        "laps": score // TRACK,
        "supply": match.supply[seat],
        "keep": keep(match, seat),
        "wall_tiles": wall_tiles(match, seat),
    }


def keep(match: Match, seat: int) -> Document | None:
    """Return where the keep stands, and the size of its house."""
    if not match.keep[seat]:
        return None
    spot = match.keep_at[seat]
    cells = slots_of(match, spot_root(match, spot))
    return {"size": match.keep[seat], **spot_of(spot), "cells": cells}


def wall_tiles(match: Match, seat: int) -> list[Document]:
    rows = [{"wall_tile": kind, "usable": True} for kind in match.wall[seat]]
    return rows + [{"wall_tile": kind, "usable": False} for kind in match.fresh[seat]]
