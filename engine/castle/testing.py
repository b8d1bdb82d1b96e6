"""Positions of the game from a few words, to write rule tests with.

>>> table = position(
...     tiles="s08@6,0/0",  # a tile, its cell, quarter turns clockwise
...     followers={"A": "6,0:N"},  # on the feature with this slot
...     score={"A": 10},
...     draws="j01 c01",  # the next tiles; the first one is drawn at once
... )
>>> table.plays("A", "place:6,1:0", "pass")
>>> assert table.score("A") == 13

What is not said is: A is to move, nobody has points, wall tiles or a keep, every corner tower has a
wall tile of kind 9, and three more tiles follow those of ``draws``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.castle.board import CORNERS, NUMBER_OF, TOWER_AT
from engine.castle.features import lay, root_of, stand
from engine.castle.final_scoring import breakdown
from engine.castle.flow.turns import FINISH, Turns
from engine.castle.names import POINTS, SLOTS
from engine.castle.rules import RULES
from engine.castle.state import TAKEN, Match
from tablekernel.testing import LETTERS, Table, seat_of

SEED = bytes(range(32))
MORE = "c01 c02 c03"


class CastleTable(Table):
    """The table with the terms of the game."""

    state: Match

    def score(self, letter: str) -> int:
        return self.state.score[seat_of(letter)]

    def supply(self, letter: str) -> int:
        return self.state.supply[seat_of(letter)]

    def keep(self, letter: str) -> int:
        """Return the size of the house with the keep; 0 if there is none."""
        return self.state.keep[seat_of(letter)]

    def wall_tiles(self, letter: str) -> list[int]:
        """Return all wall tiles of a player."""
        return list(self.state.wall_tiles(seat_of(letter)))

    def final(self, letter: str) -> dict[str, int]:
        """Return the score of a seat item by item, if the match ended now, without items of 0
        points.
        """
        items = breakdown(self.state)[seat_of(letter)]
        return {item: points for item, points in items.items() if points}

    def root(self, where: str) -> int:
        """Return the root of the feature with a slot, such as ``"6,0:N"``."""
        cell, slot = spot(where)
        shape = self.state.tiles.shapes[self.state.laid[cell]]
        return root_of(self.state, self.state.first[cell] + shape.at[slot])

    def places(self) -> set[str]:
        """Return the cells where the drawn tile may go."""
        return {key.split(":")[1] for key in self.options}

    @property
    def result(self) -> dict[str, Any]:
        result = RULES.result(self.state)
        assert result is not None, "the match is not over"
        return result

    def passes(self, letter: str) -> None:
        """Play the seat's turn to its end: the first legal place, and nothing else."""
        self.plays(letter, self.options[0])
        while not self.over and self.question[0] == letter and "pass" in self.options:
            self.plays(letter, "pass")


def spot(where: str) -> tuple[int, int]:
    """Return ``"6,0:N"`` as a cell and a slot."""
    place, _, slot = where.partition(":")
    x, y = place.split(",")
    return NUMBER_OF[int(x), int(y)], SLOTS.index(slot)


def fresh(seed: bytes = SEED, first: str = "A") -> CastleTable:
    """Return a new match at its first decision."""
    options = RULES.check_options({"first_seat": seat_of(first)}, 2)
    match = RULES.begin(options, 2, seed)
    match.events = []
    RULES.open(match)
    opening = match.events
    table = CastleTable(RULES, match)
    table.events[:0] = opening
    return table


def position(
    *,
    tiles: str = "",
    followers: Mapping[str, str] | None = None,
    score: Mapping[str, int] | None = None,
    wall: Mapping[str, str] | None = None,
    towers: Mapping[int, int] | None = None,
    keep: Mapping[str, int] | None = None,
    draws: str = "",
    more: str = MORE,
    active: str = "A",
    ends: bool = False,
    removed: str = "",
) -> CastleTable:
    """Return a table where ``active`` has just drawn the first tile of ``draws``, or where the
    match ``ends``.

    ``wall`` are the wall tiles that a seat may use (``{"A": "2 2"}``), ``towers`` the kinds on
    corner towers by one of their spaces, ``TAKEN`` for one that is gone.
    """
    match = RULES.begin(RULES.check_options({}, 2), 2, SEED)
    match.active = seat_of(active)
    for word in tiles.split():
        name, _, place = word.partition("@")
        where, _, rotation = place.partition("/")
        x, y = where.split(",")
        number = 4 * match.tiles.number_of[name] + int(rotation)
        lay(match, NUMBER_OF[int(x), int(y)], number)
    for letter, words in (followers or {}).items():
        for word in words.split():
            cell, slot = spot(word)
            segment = match.tiles.shapes[match.laid[cell]].at[slot]
            stand(match, seat_of(letter), cell, segment)
    for seat, letter in enumerate(LETTERS[:2]):
        match.score[seat] = (score or {}).get(letter, 0)
        match.earned[seat][0] = match.score[seat]
        match.wall[seat] = bytes(sorted(map(int, (wall or {}).get(letter, "").split())))
        match.keep[seat] = (keep or {}).get(letter, 0)
    on_towers = bytearray([POINTS] * len(CORNERS))
    for space, kind in (towers or {}).items():
        on_towers[TOWER_AT[space]] = kind
    match.towers = bytes(on_towers)
    named = [*draws.split(), *(more.split() if draws else ())]
    match.bag = bytes([match.tiles.number_of[name] for name in named])
    match.removed = bytes([match.tiles.number_of[name] for name in removed.split()])
    frame = Turns()
    frame.at = FINISH if ends else 0
    match.stack = [frame]
    return CastleTable(RULES, match)


__all__ = ["TAKEN", "CastleTable", "fresh", "position", "spot"]
