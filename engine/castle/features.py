"""Features of the board, kept up to date while tiles are laid (1.5).

A feature is a tree of **nodes**, one for each segment of a tile and one for each start space; its
root stands for it. Of a root are known, all of them sums or unions that joining only has to add up:

* ``area[root]``: its tiles, as a bit set of cells and, above those, of start spaces;
* ``sums[root]``: how many of its sides are open (a court does not count them), from bit ``EXTRA``
  on its wells or markets, from bit ``HERE`` on the followers of seat 0, then those of seat 1.

The nodes of a cell are numbered in a row from ``first[cell]``. ``seams`` holds every place of a rim
that has no neighbor yet, as ``node << 2 | terrain``; ``asked[cell]`` is what a free cell asks of a
tile (``tiles.fitting``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.castle.board import CELLS, NEIGHBORS, SEAMS, STARTS
from engine.castle.names import COURT, PARTS, PLACE_BITS, opposite
from engine.castle.state import Match
from engine.castle.tiles import EXTRA, OPEN

EXTRAS: Final = 0xFF
HERE: Final = 16
EACH: Final = 4
FOLLOWER: Final = (1 << HERE, 1 << HERE + EACH)
"""What a follower adds to the sums, by seat."""

ANY: Final = 0xFF << HERE
"""The followers of both seats."""

BESIDE: Final = tuple(
    [
        tuple(
            [
                (side, neighbor, opposite(side))
                for side, neighbor in enumerate(neighbors)
                if neighbor >= 0
            ]
        )
        for neighbors in NEIGHBORS
    ]
)
"""The neighbors of each cell: (side, cell, the side of that cell that touches)."""

ASKING: Final = tuple(
    [
        tuple([(17 if paths >> side & 1 else 1) << opposite(side) for side in range(4)])
        for paths in range(16)
    ]
)
"""What a tile requires of the neighbor beyond each side, by its set of sides with a path."""


def root_of(match: Match, node: int) -> int:
    """Return the root of the feature that a node belongs to."""
    parent = match.parent
    while (above := parent[node]) != node:
        node = above
    return node


def lay(match: Match, cell: int, number: int) -> None:
    """Lay the shape of this number on a free cell, and join what it joins. The caller checks that
    it fits.
    """
    shape = match.tiles.shapes[number]
    parent, area, sums, seams = match.parent, match.area, match.sums, match.seams
    row, bit = SEAMS[cell], 1 << cell
    match.laid[cell] = number
    match.order += bytes((cell,))
    match.first[cell] = len(parent)
    for terrain, slots, gained in shape.lines:
        node = root = len(parent)
        mine = node << 2 | terrain
        for slot in slots:
            seam = row[slot]
            if seam < 0:
                continue
            beyond = seams.pop(seam, -1)
            if beyond < 0:
                seams[seam] = mine
                if terrain != COURT:
                    gained += 1
                continue
            other = beyond >> 2
            while (above := parent[other]) != other:
                other = above
            if beyond & 3 == terrain:
                if terrain != COURT:
                    gained -= 1
                if root == node:
                    root = other
                elif root != other:
                    parent[other] = root
                    area[root] |= area[other]
                    sums[root] += sums[other]
            elif beyond & 3 != COURT:
                sums[other] -= 1
        parent.append(root)
        if root == node:
            area.append(bit)
            sums.append(gained)
        else:
            area.append(0)
            sums.append(0)
            area[root] |= bit
            sums[root] += gained
    ask_around(match, cell, shape.paths)


def ask_around(match: Match, cell: int, paths: int) -> None:
    """Update what the free cells beside a tile require, which shows paths on these sides."""
    first, asked, asking = match.first, match.asked, ASKING[paths]
    asked[cell] = 0
    for side, neighbor, _ in BESIDE[cell]:
        if first[neighbor] < 0:
            asked[neighbor] |= asking[side]


def stand(match: Match, seat: int, cell: int, segment: int) -> None:
    """Put a follower of the supply on a segment."""
    match.supply[seat] -= 1
    match.followers[cell << PLACE_BITS | segment] = seat
    match.sums[root_of(match, match.first[cell] + segment)] += FOLLOWER[seat]


def take_back(match: Match, root: int) -> None:
    """Return all followers of a feature to their owners (1.4)."""
    for place in places_of(match, root):
        match.supply[match.followers.pop(place)] += 1
    match.sums[root] &= ~ANY


def places_of(match: Match, root: int) -> list[int]:
    """Return the places of the followers in a feature."""
    first, parent = match.first, match.parent
    found = []
    for place in match.followers:
        node = first[place >> PLACE_BITS] + (place & 7)
        while (above := parent[node]) != node:
            node = above
        if node == root:
            found.append(place)
    return found


# -- properties of a root


def open_sides(match: Match, root: int) -> int:
    """Return the open sides of a path, tower or house; of a court always 0."""
    return match.sums[root] & OPEN


def extras(match: Match, root: int) -> int:
    """Return the wells of a path, or the markets of a court."""
    return match.sums[root] >> EXTRA & EXTRAS


def followers_in(match: Match, root: int) -> tuple[int, int]:
    """Return the number of followers of each seat."""
    both: int = match.sums[root] >> HERE
    return both & 15, both >> EACH & 15


def size(match: Match, root: int) -> int:
    """Return its tiles, start spaces included (1.6)."""
    return match.area[root].bit_count()


def majority(match: Match, root: int) -> int:
    """Return the seat with more followers in it, or -1 (1.6)."""
    mine, theirs = followers_in(match, root)
    return -1 if mine == theirs else int(theirs > mine)


# -- where features are


def spot_root(match: Match, spot: int) -> int:
    """Return the root at a side of a cell with a tile (``4 * cell + side``)."""
    cell, side = divmod(spot, 4)
    shape = match.tiles.shapes[match.laid[cell]]
    return root_of(match, match.first[cell] + shape.at[PARTS * side])


def find_completed(match: Match, cell: int) -> list[int]:
    """Return spots of the features with followers that the tile on ``cell`` has completed: those on
    it first, then those of neighbors that it has closed; each feature once, by its first spot.
    """
    sums, parent, first, shapes = match.sums, match.parent, match.first, match.tiles.shapes
    shape = shapes[match.laid[cell]]
    start = first[cell]
    found: list[int] = []
    roots: list[int] = []
    for segment, side in shape.scoring:
        node = start + segment
        while (above := parent[node]) != node:
            node = above
        value = sums[node]
        if value & ANY and not value & OPEN and node not in roots:
            roots.append(node)
            found.append(4 * cell + side)
    sides = shape.sides
    for side, neighbor, there in BESIDE[cell]:
        if first[neighbor] >= 0:
            beyond = shapes[match.laid[neighbor]]
            terrain = beyond.sides[there]
            if terrain != COURT and terrain != sides[side]:
                node = first[neighbor] + beyond.at[PARTS * there]
                while (above := parent[node]) != node:
                    node = above
                value = sums[node]
                if value & ANY and not value & OPEN and node not in roots:
                    roots.append(node)
                    found.append(4 * neighbor + there)
    return found


def all_roots(match: Match) -> Iterator[tuple[int, int]]:
    """Yield every feature that lies on a tile: (root, terrain), in the order of their first
    tiles.
    """
    seen: set[int] = set()
    for cell in match.order:
        for segment, (terrain, _, _) in enumerate(match.tiles.shapes[match.laid[cell]].segments):
            root = root_of(match, match.first[cell] + segment)
            if root not in seen:
                seen.add(root)
                yield root, terrain


def largest_empty_region(match: Match) -> int:
    """Return the cells of the largest region without tiles, connected by their sides (1.9)."""
    left = {cell for cell in range(len(CELLS)) if match.first[cell] < 0}
    largest = 0
    while left:
        region = [left.pop()]
        for cell in region:
            for neighbor in NEIGHBORS[cell]:
                if neighbor in left:
                    left.remove(neighbor)
                    region.append(neighbor)
        largest = max(largest, len(region))
    return largest


def start_spaces_of(match: Match, root: int) -> list[int]:
    """Return the start spaces that belong to a feature."""
    return [place for place in range(len(STARTS)) if match.area[root] >> len(CELLS) + place & 1]
