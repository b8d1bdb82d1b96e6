"""Scores what a tile has completed, one feature after the other (1.6, 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any, ClassVar, Final

from engine.castle.board import TOWER_AT, TRACK
from engine.castle.choices import PASS, SCORES, USES, Score, Use
from engine.castle.describing import feature_of, spot_of
from engine.castle.events import cells_of, place_of
from engine.castle.features import extras, followers_in, majority, size, spot_root, take_back
from engine.castle.names import DOUBLES, HOUSE, NOBODY, PATH, TERRAINS
from engine.castle.points import terrain_at, winner_at, worth
from engine.castle.state import Match, MatchFrame
from tablekernel.frames import Choice, Question

FEW: Final = 4
"""With up to this many features, the engine works out whether their order matters; with more it
asks.
"""

NO_SPOT: Final = -1


class Scoring(MatchFrame):
    """Scores the complete features with followers at ``spots``.

    Those of the active seat come first, then those of the other seat; among several of either, the
    active seat chooses the next one. ``chosen`` is that one; ``doubled`` the wall tile with which
    it is scored, or 0.
    """

    id: ClassVar = "scoring"
    steps: ClassVar = ("return_tied", "ask_next", "ask_double", "score")
    fields: ClassVar = ("spots", "chosen", "doubled")

    def __init__(self, spots: tuple[int, ...]) -> None:
        self.at = 0
        self.spots = spots
        self.chosen = NO_SPOT
        self.doubled = 0

    def return_tied(self, match: Match) -> None:
        """Return the followers of features where both seats have equal numbers, and which nobody
        scores (1.4).
        """
        won = []
        for spot in self.spots:
            root = spot_root(match, spot)
            if majority(match, root) != NOBODY:
                won.append(spot)
                continue
            if match.events is not None:
                match.tell("tied", describe_feature(match, spot, root))
            take_back(match, root)
        self.spots = tuple(won)
        if not won:
            self.at = len(self.steps)

    def ask_next(self, match: Match) -> Question | None:
        """Ask for the next feature, if the order may change which wall tiles are taken."""
        group = self.group(match)
        if len(group) > 1 and order_matters(match, group):
            return match.active, "order", [SCORES[spot] for spot in group], False
        return None

    def answer_next(self, match: Match, choice: Score) -> None:
        self.chosen = choice.spot

    def ask_double(self, match: Match) -> Question | None:
        """Ask for wall tile 2 for a tower or 3 for a house: in the seat's own turn, with the
        majority.
        """
        spot = self.current(match)
        kind = DOUBLES.get(terrain_at(match, spot), 0)
        if kind in match.wall[match.active] and winner_at(match, spot) == match.active:
            return match.active, "double", (USES[kind], PASS), False
        return None

    def answer_double(self, match: Match, choice: Choice) -> None:
        if isinstance(choice, Use):
            self.doubled = choice.wall_tile

    def score(self, match: Match) -> None:
        """Move the marker once; then the next feature."""
        spot = self.current(match)
        score_feature(match, spot, self.doubled)
        self.spots = tuple([other for other in self.spots if other != spot])
        self.chosen, self.doubled = NO_SPOT, 0
        if self.spots:
            self.at = ASK_NEXT

    def context(self, match: Match) -> dict[str, Any]:
        """Return whose features they are, and the one that may be doubled."""
        spot = self.current(match)
        if self.at != ASK_DOUBLE:
            return {"seat": winner_at(match, spot)}
        root, terrain = spot_root(match, spot), terrain_at(match, spot)
        points = worth(match, terrain, root)
        feature = feature_of(match, root, terrain)
        return {**spot_of(spot), **feature, "points": points, "doubled": 2 * points}

    def group(self, match: Match) -> list[int]:
        """Return the features to choose the next one from."""
        own = [spot for spot in self.spots if winner_at(match, spot) == match.active]
        return own or list(self.spots)

    def current(self, match: Match) -> int:
        """Return the spot of the feature that is scored now."""
        return self.group(match)[0] if self.chosen == NO_SPOT else self.chosen

    def copy(self) -> Scoring:
        new = Scoring(self.spots)
        new.at = self.at
        new.chosen = self.chosen
        new.doubled = self.doubled
        return new


ASK_NEXT: Final = Scoring.steps.index("ask_next")
ASK_DOUBLE: Final = Scoring.steps.index("ask_double")


def score_feature(match: Match, spot: int, doubled: int) -> None:
    """Score a completed feature with a majority, return its followers, and move keep and marker.
    ``doubled`` is the wall tile used for it, or 0.
    """
    root, terrain = spot_root(match, spot), terrain_at(match, spot)
    seat = majority(match, root)
    points = worth(match, terrain, root)
    if doubled:
        points *= 2
        match.use(seat, doubled)
        if match.events is not None:
            match.tell("wall_tile_used", {"seat": seat, "wall_tile": doubled})
    if match.events is not None:
        feature = describe_feature(match, spot, root)
        score = match.score[seat] + points
        match.tell("scored", {"seat": seat, "points": points, "score": score, **feature})
    match.earned[seat][terrain] += points
    take_back(match, root)
    if terrain == HOUSE:
        move_keep(match, seat, spot, size(match, root))
    match.advance(seat, points)


def move_keep(match: Match, seat: int, spot: int, tiles: int) -> None:
    """Move the keep to the largest house that its owner has scored (1.7)."""
    if tiles > match.keep[seat]:
        match.keep[seat] = tiles
        match.keep_at[seat] = spot
        if match.events is not None:
            place = place_of(spot // 4)
            match.tell("keep_moved", {"seat": seat, "size": tiles, **place})


def describe_feature(match: Match, spot: int, root: int) -> dict[str, object]:
    """Return a completed feature for events."""
    terrain = terrain_at(match, spot)
    return {
        "terrain": TERRAINS[terrain],
        "tiles": size(match, root),
        "wells": extras(match, root) if terrain == PATH else 0,
        "followers": list(followers_in(match, root)),
        "cells": cells_of(match.area[root]),
    }


def order_matters(match: Match, group: Sequence[int]) -> bool:
    """True if another order of these features, all of one seat, takes other wall tiles."""
    if len(group) > FEW:
        return True
    seat = winner_at(match, group[0])
    ways = []
    for spot in group:
        terrain = terrain_at(match, spot)
        points = worth(match, terrain, spot_root(match, spot))
        may_double = seat == match.active and DOUBLES.get(terrain, 0) in match.wall[seat]
        ways.append((points, 2 * points) if may_double else (points,))
    return any(
        len({find_taken_towers(match, seat, order) for order in permutations(moves)}) > 1
        for moves in product(*ways)
    )


def find_taken_towers(match: Match, seat: int, moves: Sequence[int]) -> frozenset[int]:
    """Return the corner towers whose wall tiles these moves of the marker take."""
    score, found = match.score[seat], set()
    for points in moves:
        score += points
        tower = TOWER_AT[score % TRACK]
        if tower >= 0 and match.towers[tower]:
            found.add(tower)
    return frozenset(found)
