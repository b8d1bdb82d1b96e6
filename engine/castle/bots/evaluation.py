"""The value of a position: certain points, and likely points.

All numbers are in points at the end of the match.
"""

from __future__ import annotations

from math import exp
from typing import Final

from engine.castle.features import EACH, EXTRAS, HERE
from engine.castle.names import COURT, HOUSE, PATH, PLACE_BITS, TOWER
from engine.castle.state import UNKNOWN, Match
from engine.castle.tiles import EXTRA, OPEN

MOST_OPEN: Final = 9
"""A feature with more open sides than this counts as lost."""

CLOSES: Final = {PATH: 0.88, TOWER: 0.82, HOUSE: 0.88}
"""The probability that an open side will be closed, while there is time."""

PATIENCE: Final = {PATH: 4.0, TOWER: 3.5, HOUSE: 4.5}
"""Tiles needed to close one side."""

MARKET: Final = 3.0
COURT_KEPT: Final = 0.7
"""The probability that a majority in a court lasts, with many tiles left."""

FOLLOWERS: Final[tuple[float, ...]] = (0.0, 4.5, 7.2, 9.2, 10.6, 11.6, 12.2)
"""The value of followers at hand, by their number, while there is much to do for them."""

BUSY: Final = 26.0
"""With fewer tiles left, followers at hand are worth less."""

KEEP: Final = 8.0
"""The usual value of the largest empty region."""

KEEP_SURE: Final = 1.5
"""A keep that is larger by this number of tiles is rather certain to stay larger."""

WALL_TILE: Final = {1: 5.0, 2: 4.5, 3: 3.0, 4: 2.5, 5: 4.5, 6: 2.5, 7: 3.0, 8: 2.0, 9: 5.0}
USUAL_WALL_TILE: Final = 3.5
LATE: Final = 12.0
"""With fewer tiles left, wall tiles 1 to 3 lose their value."""

SPREAD: Final = 2.0
"""Variance of a lead per tile, in square points."""


class Prospects:
    """The value of features with a number of tiles left."""

    __slots__ = ("chance", "court", "supply")

    def __init__(self, left: int) -> None:
        self.chance = tuple(
            [
                tuple([likely(terrain, sides, left) for sides in range(MOST_OPEN + 1)])
                for terrain in (PATH, TOWER, HOUSE)
            ]
        )
        busy = min(1.0, left / BUSY)
        self.supply = tuple([worth * busy for worth in FOLLOWERS])
        self.court = 1.0 - (1.0 - COURT_KEPT) * min(1.0, left / BUSY)

    def feature(self, terrain: int, sums: int, tiles: int) -> tuple[float, float]:
        """Return what a feature is likely to bring its owner, and the probability that its
        followers return.
        """
        extra = sums >> EXTRA & EXTRAS
        if terrain == COURT:
            return self.court * MARKET * extra, 0.0
        sides = sums & OPEN
        if sides > MOST_OPEN:
            return 0.0, 0.0
        chance = self.chance[terrain][sides]
        points = 2 * tiles if terrain == TOWER or (terrain == PATH and extra) else tiles
        return chance * points, chance


def likely(terrain: int, sides: int, left: int) -> float:
    """Return the probability that a feature with open sides is completed."""
    if not sides:
        return 1.0
    in_time = 1.0 - exp(-left / (PATIENCE[terrain] * sides))
    closed: float = CLOSES[terrain] ** sides
    return closed * in_time


BY_LEFT: Final = tuple([Prospects(left) for left in range(64)])


def lead(match: Match) -> float:
    """Return the expected lead of seat 0 in points; negative if it is behind."""
    prospects = BY_LEFT[len(match.bag)]
    ahead = float(match.score[0] - match.score[1])
    supply = prospects.supply
    mine_back, theirs_back = float(match.supply[0]), float(match.supply[1])
    first, parent, sums, area = match.first, match.parent, match.sums, match.area
    shapes, laid = match.tiles.shapes, match.laid
    seen: list[int] = []
    for place in match.followers:
        cell, segment = place >> PLACE_BITS, place & 7
        node = first[cell] + segment
        while (above := parent[node]) != node:
            node = above
        if node in seen:
            continue
        seen.append(node)
        value = sums[node]
        terrain = shapes[laid[cell]].lines[segment][0]
        worth, chance = prospects.feature(terrain, value, area[node].bit_count())
        mine, theirs = value >> HERE & 15, value >> HERE + EACH & 15
        if mine > theirs:
            ahead += worth
        elif theirs > mine:
            ahead -= worth
        mine_back += chance * mine
        theirs_back += chance * theirs
    ahead += between(supply, mine_back) - between(supply, theirs_back)
    return ahead + keeps(match) + wall_tiles(match, 0) - wall_tiles(match, 1)


def between(table: tuple[float, ...], place: float) -> float:
    """Return the value of followers, some of which will return."""
    whole = int(place)
    if whole >= len(table) - 1:
        return table[-1]
    return table[whole] + (place - whole) * (table[whole + 1] - table[whole])


def keeps(match: Match) -> float:
    """Return the expected lead from keeps. The larger one is the more certain to stay larger the
    later it is.
    """
    mine, theirs = match.keep
    if mine == theirs:
        return 0.0
    sure = 1.0 - 0.6 * len(match.bag) / 60.0
    more = (mine - theirs) / KEEP_SURE
    return KEEP * sure * max(-1.0, min(1.0, more))


def wall_tiles(match: Match, seat: int) -> float:
    """Return what the wall tiles of a seat may still bring."""
    in_time = min(1.0, len(match.bag) / LATE)
    worth = 0.0
    for kind in match.wall[seat] + match.fresh[seat]:
        if kind == UNKNOWN:
            worth += USUAL_WALL_TILE
        else:
            worth += WALL_TILE[kind] * (in_time if kind <= 3 else 1.0)
    return worth


def chances(match: Match) -> tuple[float, float]:
    """Return each seat's probability of winning; when the match is over, the winner. A draw is half
    a win for each.
    """
    if not match.stack:
        ahead = match.score[0] - match.score[1]
        won = 0.5 if not ahead else float(ahead > 0)
        return won, 1.0 - won
    left = len(match.bag)
    scale = 4.0 + SPREAD * left**0.5
    mine = 1.0 / (1.0 + exp(-lead(match) / scale))
    return mine, 1.0 - mine
