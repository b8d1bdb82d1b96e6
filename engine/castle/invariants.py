"""What holds in every state of a match.

For tests and checks of stored states: ``faults`` lists in words what is wrong. Features
are computed again from the tiles alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.castle.board import CELLS, NEIGHBORS, STARTS
from engine.castle.features import (
    extras,
    followers_in,
    open_sides,
    root_of,
)
from engine.castle.final_scoring import result
from engine.castle.names import (
    COURT,
    LEFT,
    MIDDLE,
    PARTS,
    PATH,
    PLACE_BITS,
    RIGHT,
    SEATS,
    WALL_TILES,
    opposite,
)
from engine.castle.state import FOLLOWERS, FREE, NO_TILE, Match

PARTNER = {MIDDLE: MIDDLE, LEFT: RIGHT, RIGHT: LEFT}
"""The part of a neighbor's side that a part touches."""

Part = tuple[int, int]
"""A cell and a segment of its tile. Start spaces count as cells after the last one."""


def faults(match: Match) -> list[str]:
    """Return what is wrong with the state; an empty list if nothing is."""
    return [
        *_tile_faults(match),
        *_wall_tile_faults(match),
        *_follower_faults(match),
        *_cell_faults(match),
        *_feature_faults(match),
        *_score_faults(match),
    ]


def _tile_faults(match: Match) -> Iterator[str]:
    laid = bytes([match.tiles.shapes[match.laid[cell]].tile for cell in match.order])
    drawn = b"" if match.tile == NO_TILE else bytes((match.tile,))
    if sorted(laid + drawn + match.bag + match.removed) != sorted(match.tiles.bag):
        yield "the tiles are not those of the set"
    if sorted(match.order) != [c for c in range(len(CELLS)) if match.laid[c] != FREE]:
        yield "the order does not agree with the cells that have a tile"


def _wall_tile_faults(match: Match) -> Iterator[str]:
    held = b"".join(match.wall) + b"".join(match.fresh)
    lying = bytes([kind for kind in match.towers if kind])
    if sorted(lying + match.unused + match.used + held) != sorted(WALL_TILES):
        yield "the wall tiles are not those of the game"


def _follower_faults(match: Match) -> Iterator[str]:
    for seat in range(SEATS):
        standing = sum(1 for owner in match.followers.values() if owner == seat)
        if standing + match.supply[seat] != FOLLOWERS or match.supply[seat] < 0:
            yield f"seat {seat} has {standing} followers on the board and {match.supply[seat]} more"


def _cell_faults(match: Match) -> Iterator[str]:
    """Yield errors in what cells require of a tile."""
    for cell, neighbors in enumerate(NEIGHBORS):
        asked = 0
        for side, neighbor in enumerate(neighbors):
            if neighbor >= 0 and match.laid[neighbor] != FREE:
                shape = match.tiles.shapes[match.laid[neighbor]]
                asked |= (17 if shape.sides[opposite(side)] == PATH else 1) << side
        for start, (terrain, _) in zip(STARTS, match.tiles.starts, strict=True):
            if start.cell == cell:
                asked |= (17 if terrain == PATH else 1) << start.side
        if match.asked[cell] != (asked if match.laid[cell] == FREE else 0):
            yield f"cell {CELLS[cell]} asks for {match.asked[cell]}, and not {asked}"


def _feature_faults(match: Match) -> Iterator[str]:
    """Yield features that differ from those computed from the tiles."""
    seen: set[Part] = set()
    for cell in match.order:
        for segment, (terrain, _, _) in enumerate(match.tiles.shapes[match.laid[cell]].segments):
            if (cell, segment) in seen:
                continue
            parts, still_open = spread(match, (cell, segment))
            seen |= parts
            root = root_of(match, match.first[cell] + segment)
            where = f"the feature at {CELLS[cell]}, segment {segment}"
            if match.area[root] != sum(1 << place for place in {part[0] for part in parts}):
                yield f"{where} has other tiles"
            if terrain != COURT and open_sides(match, root) != still_open:
                yield f"{where} has {still_open} open sides, not {open_sides(match, root)}"
            if extras(match, root) != sum(extra_of(match, part) for part in parts):
                yield f"{where} has other wells or markets"
            here = [match.followers.get(c << PLACE_BITS | s) for c, s in parts if c < len(CELLS)]
            if followers_in(match, root) != (here.count(0), here.count(1)):
                yield f"{where} has other followers"
            complete = terrain != COURT and not still_open
            if complete and match.tile != NO_TILE and any(followers_in(match, root)):
                yield f"{where} is complete, and its followers have not returned"


def spread(match: Match, part: Part) -> tuple[set[Part], int]:
    """Return all parts of the feature that a part belongs to, and the number of its open sides."""
    found, still_open = {part}, 0
    unread = [part]
    while unread:
        cell, segment = unread.pop()
        if cell >= len(CELLS):
            continue
        terrain, slots, _ = match.tiles.shapes[match.laid[cell]].segments[segment]
        for slot in slots:
            side, kind = divmod(slot, PARTS)
            beyond = beyond_of(match, cell, side, kind, terrain)
            if beyond is None:
                still_open += 1
            elif beyond[0] >= 0 and beyond not in found:
                found.add(beyond)
                unread.append(beyond)
    return found, still_open


def beyond_of(match: Match, cell: int, side: int, kind: int, terrain: int) -> Part | None:
    """Return what touches a slot: a part of the same feature, (-1, 0) for anything that ends it, or
    ``None`` for an empty cell.
    """
    neighbor = NEIGHBORS[cell][side]
    if neighbor < 0:
        for place, (start, shown) in enumerate(zip(STARTS, match.tiles.starts, strict=True)):
            if (start.cell, start.side) == (cell, side) and kind == MIDDLE and shown[0] == terrain:
                return len(CELLS) + place, 0
        return -1, 0
    if match.laid[neighbor] == FREE:
        return None
    shape = match.tiles.shapes[match.laid[neighbor]]
    touching = shape.at[PARTS * opposite(side) + PARTNER[kind]]
    if touching < 0 or shape.segments[touching].terrain != terrain:
        return -1, 0
    return neighbor, touching


def extra_of(match: Match, part: Part) -> int:
    """Return the wells or markets of one part."""
    cell, segment = part
    if cell >= len(CELLS):
        markets: int = match.tiles.starts[cell - len(CELLS)][1]
        return markets
    return match.tiles.shapes[match.laid[cell]].segments[segment].extra


def _score_faults(match: Match) -> Iterator[str]:
    scores = result(match)["scores"] if not match.stack else [sum(row) for row in match.earned]
    if match.score != scores:
        yield f"the markers are at {match.score}, and not at {scores}"
