"""The end of the match: keep, courts, wall tiles 4 to 9 (1.9).

Wall tiles are used in the best way for their owner. None of them leaves a choice: the largest
unfinished feature, the court with most markets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.castle.events import cells_of
from engine.castle.features import (
    all_roots,
    extras,
    find_completed,
    largest_empty_region,
    majority,
    open_sides,
    size,
    spot_root,
)
from engine.castle.names import (
    COURT,
    HOUSE,
    LARGER_KEEP,
    MARKETS,
    NOBODY,
    PATH,
    POINTS,
    SEATS,
    TERRAINS,
    TOWER,
    UNFINISHED,
)
from engine.castle.points import terrain_at, worth
from engine.castle.state import NO_CELL, Match

MARKET_POINTS: Final = 3
MARKET_POINTS_MORE: Final = 4
KEEP_LARGER_BY: Final = 2
WALL_POINTS: Final = 5
TILE_POINTS: Final = {PATH: 1, TOWER: 2, HOUSE: 1}
"""Points of a tile of an unfinished feature: a well does not double it."""

EARNED: Final = ("paths", "towers", "houses")
ITEMS: Final = (*EARNED, "keep", "courts", "unfinished", "wall_points")
"""The items of a score. The last four come at the end."""


class Item(NamedTuple):
    """Something that is scored at the end. ``amount`` counts cells, markets or tiles; ``area`` is
    where it lies, as in ``Match.area``.
    """

    seat: int
    item: str
    points: int
    amount: int
    wall_tile: int
    terrain: int
    area: int


def final_items(match: Match) -> Iterator[Item]:
    """Yield all that is scored at the end, in the order of the rules. It depends only on the table,
    so it can be called at any time.
    """
    yield from keep_items(match)
    roots: dict[int, list[int]] = {terrain: [] for terrain in range(len(TERRAINS))}
    for root, terrain in all_roots(match):
        if majority(match, root) != NOBODY:
            roots[terrain].append(root)
    for seat in range(SEATS):
        courts = [root for root in roots[COURT] if majority(match, root) == seat]
        yield from court_items(match, seat, courts)
    for terrain, kind in UNFINISHED.items():
        for seat in range(SEATS):
            own = [root for root in roots[terrain] if majority(match, root) == seat]
            yield from list_unfinished_items(match, seat, terrain, kind, own)
    for seat in range(SEATS):
        for _ in range(match.wall_tiles(seat).count(POINTS)):
            yield Item(seat, "wall_points", WALL_POINTS, 0, POINTS, NOBODY, 0)


def list_waiting(match: Match) -> Iterator[tuple[int, int, int]]:
    """Yield the features completed by the tile just laid that are not scored yet, as (seat,
    terrain, root). There are some while a follower, an order or a wall tile is asked for, and none
    at the end.
    """
    if match.cell == NO_CELL:
        return
    for spot in find_completed(match, match.cell):
        root = spot_root(match, spot)
        seat = majority(match, root)
        if seat != NOBODY:
            yield seat, terrain_at(match, spot), root


def keep_size(match: Match, seat: int) -> int:
    """Return the size of a keep at the end; 0 without one (1.8). A house that is about to be scored
    counts.
    """
    houses = [
        size(match, root)
        for owner, terrain, root in list_waiting(match)
        if owner == seat and terrain == HOUSE
    ]
    largest = max([match.keep[seat], *houses])
    if not largest:
        return 0
    return largest + KEEP_LARGER_BY * match.wall_tiles(seat).count(LARGER_KEEP)


def keep_items(match: Match) -> Iterator[Item]:
    """Yield the largest empty region for the owner of the larger keep (1.9)."""
    mine, theirs = keep_size(match, 0), keep_size(match, 1)
    if mine != theirs:
        seat = int(theirs > mine)
        cells = largest_empty_region(match)
        used = LARGER_KEEP if LARGER_KEEP in match.wall_tiles(seat) else 0
        yield Item(seat, "keep", cells, cells, used, NOBODY, 0)


def court_items(match: Match, seat: int, roots: list[int]) -> Iterator[Item]:
    """Yield the courts where a seat has the majority, those with most markets first, for wall tile
    7 (1.9).
    """
    better = match.wall_tiles(seat).count(MARKETS)
    ordered = sorted(roots, key=lambda root: -extras(match, root))
    for place, root in enumerate(ordered):
        markets = extras(match, root)
        if markets:
            used = MARKETS if place < better else 0
            points = markets * (MARKET_POINTS_MORE if used else MARKET_POINTS)
            yield Item(seat, "courts", points, markets, used, COURT, match.area[root])


def list_unfinished_items(
    match: Match, seat: int, terrain: int, kind: int, roots: list[int]
) -> Iterator[Item]:
    """Yield the largest unfinished features of a seat, one for each of its wall tiles (1.8)."""
    unfinished = [root for root in roots if open_sides(match, root)]
    ordered = sorted(unfinished, key=lambda root: -size(match, root))
    for root in ordered[: match.wall_tiles(seat).count(kind)]:
        tiles = size(match, root)
        points = tiles * TILE_POINTS[terrain]
        yield Item(seat, "unfinished", points, tiles, kind, terrain, match.area[root])


def award(match: Match) -> None:
    """Score all this, and end the match. No wall tile is taken any more (1.8)."""
    for item in final_items(match):
        match.score[item.seat] += item.points
        if match.events is not None:
            match.tell("final_scored", describe_item(item))
    if match.events is not None:
        match.tell("match_over", {"result": result(match)})


def describe_item(item: Item) -> dict[str, Any]:
    """Return an item for clients."""
    return {
        "seat": item.seat,
        "item": item.item,
        "points": item.points,
        "amount": item.amount,
        "wall_tile": item.wall_tile or None,
        "terrain": None if item.terrain == NOBODY else TERRAINS[item.terrain],
        "cells": cells_of(item.area),
    }


def breakdown(match: Match) -> list[dict[str, int]]:
    """Return the score of each seat item by item, if the match ended now: complete features count,
    without wall tiles 2 and 3, even if they are not scored yet.
    """
    scores = [dict.fromkeys(ITEMS, 0) for _ in range(SEATS)]
    for seat in range(SEATS):
        scores[seat].update(zip(EARNED, match.earned[seat], strict=True))
    for seat, terrain, root in list_waiting(match):
        scores[seat][EARNED[terrain]] += worth(match, terrain, root)
    for item in final_items(match):
        scores[item.seat][item.item] += item.points
    return scores


def result(match: Match) -> dict[str, Any]:
    """Return placements (1 is best), scores and their items, by seat. There is no tie-breaker
    (1.9).
    """
    items = breakdown(match)
    scores = [sum(one.values()) for one in items]
    placements = [1 + sum(other > mine for other in scores) for mine in scores]
    return {"placements": placements, "scores": scores, "breakdown": items}
