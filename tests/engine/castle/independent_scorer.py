"""A second opinion on the score: it keeps a match in its own way, from the choices alone.

It knows the board by coordinates and tiles by their document, and finds every feature by walking
from tile to tile whenever it wants one; the engine keeps features joined. What they have in
common is the data.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.castle.checks import lively
from engine.castle.data import board_document, tile_set_documents
from engine.castle.rules import RULES

SIDES = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
TOUCHES = {"": "", "l": "r", "r": "l"}
RATE = {"path": 1, "tower": 2, "house": 1}
DOUBLED = {"2": "tower", "3": "house"}

Place = tuple[int, int]
Part = tuple[Place, int]


class IndependentScorer:
    """Told every choice, it says what the score is."""

    def __init__(self) -> None:
        board = board_document()
        rows = enumerate(board["rows"])
        self.cells = {(x, y) for y, row in rows for x, mark in enumerate(row) if mark == "#"}
        document = tile_set_documents()["reconstruction"]
        self.kinds = {tile["tile"]: tile for tile in document["tiles"]}
        starts = [row for row in board["wall"] if row["kind"] == "start"]
        self.tiles: dict[Place, list[dict[str, Any]]] = {}
        for start, shown in zip(starts, document["starts"], strict=True):
            slots = [BACK[start["side"]]]
            self.tiles[tuple(start["at"])] = [{**shown, "slots": slots}]
        self.starts = set(self.tiles)
        self.followers: dict[Part, int] = {}
        self.keep = [0, 0]
        self.score = [0, 0]
        self.last: Place = (0, 0)

    def lay(self, place: Place, name: str, rotation: int) -> None:
        def turned(slot: str) -> str:
            return SIDES[(SIDES.index(slot[0]) + rotation) % 4] + slot[1:]

        features = self.kinds[name]["features"]
        self.tiles[place] = [
            {**f, "slots": [turned(slot) for slot in f["slots"]]} for f in features
        ]
        self.last = place

    def stand(self, seat: int, slot: str) -> None:
        features = self.tiles[self.last]
        part = next(number for number, f in enumerate(features) if slot in f["slots"])
        self.followers[self.last, part] = seat

    # -- features

    def walk(self, part: Part) -> tuple[set[Part], bool]:
        """All parts of a feature, and whether it is complete."""
        found, complete, unread = {part}, True, [part]
        while unread:
            (x, y), number = unread.pop()
            feature = self.tiles[x, y][number]
            for slot in feature["slots"]:
                right, down = STEP[slot[0]]
                beyond = x + right, y + down
                if beyond in self.cells and beyond not in self.tiles:
                    complete = False
                touching = BACK[slot[0]] + TOUCHES[slot[1:]]
                for other, its in enumerate(self.tiles.get(beyond, [])):
                    same = its["terrain"] == feature["terrain"] and touching in its["slots"]
                    if same and (beyond, other) not in found:
                        if beyond in self.starts and slot not in SIDES:
                            continue
                        found.add((beyond, other))
                        unread.append((beyond, other))
        return found, complete

    def all_features(self) -> Iterator[tuple[str, set[Part], bool]]:
        seen: set[Part] = set()
        for place, features in self.tiles.items():
            for number, feature in enumerate(features):
                if (place, number) not in seen:
                    parts, complete = self.walk((place, number))
                    seen |= parts
                    yield feature["terrain"], parts, complete

    def winner(self, parts: set[Part]) -> int | None:
        here = [self.followers[part] for part in parts if part in self.followers]
        mine, theirs = here.count(0), here.count(1)
        return None if mine == theirs else int(theirs > mine)

    def sum_of(self, what: str, parts: set[Part]) -> int:
        return sum(int(self.tiles[place][number].get(what, 0)) for place, number in parts)

    # -- scoring

    def score_turn(self, doubled: list[tuple[str, Part]]) -> None:
        """Score what is complete; ``doubled``: the wall tiles used, with a part each."""
        for terrain, parts, complete in list(self.all_features()):
            if terrain == "court" or not complete or not any(p in self.followers for p in parts):
                continue
            tiles, seat = len({place for place, _ in parts}), self.winner(parts)
            points = tiles * RATE[terrain]
            if terrain == "path" and self.sum_of("well", parts):
                points *= 2
            for kind, part in doubled:
                if part in parts:
                    assert DOUBLED[kind] == terrain
                    points *= 2
            for part in parts:
                self.followers.pop(part, None)
            if seat is not None:
                self.score[seat] += points
                if terrain == "house":
                    self.keep[seat] = max(self.keep[seat], tiles)

    def score_end(self, wall_tiles: list[list[int]]) -> None:
        sizes = [
            keep + 2 * held.count(8) if keep else 0
            for keep, held in zip(self.keep, wall_tiles, strict=True)
        ]
        if sizes[0] != sizes[1]:
            self.score[sizes.index(max(sizes))] += self.largest_empty()
        for seat, held in enumerate(wall_tiles):
            own = [f for f in self.all_features() if self.winner(f[1]) == seat]
            markets = sorted(self.sum_of("markets", parts) for terrain, parts, _ in own
                             if terrain == "court")  # fmt: skip
            self.score[seat] += 3 * sum(markets)
            self.score[seat] += sum(list(reversed(markets))[: held.count(7)])
            for kind, terrain in ((4, "path"), (5, "tower"), (6, "house")):
                open_ones = sorted(
                    (len({place for place, _ in parts}) for its, parts, complete in own
                     if its == terrain and not complete), reverse=True
                )  # fmt: skip
                self.score[seat] += RATE[terrain] * sum(open_ones[: held.count(kind)])
            self.score[seat] += 5 * held.count(9)

    def largest_empty(self) -> int:
        left, largest = self.cells - set(self.tiles), 0
        while left:
            unread, size = [left.pop()], 0
            while unread:
                x, y = unread.pop()
                size += 1
                near = {(x + right, y + down) for right, down in STEP.values()} & left
                left -= near
                unread += near
            largest = max(largest, size)
        return largest


def score_independently(seed: bytes, rng: Random) -> tuple[list[int], list[int], int]:
    """A random match, scored by both: the engine's result, the scorer's, and how often a wall tile
    doubled something. After every turn they agree on the markers.
    """
    state, _ = RULES.start(RULES.check_options({}, 2), 2, seed)
    scorer = IndependentScorer()
    doubled: list[tuple[str, Part]] = []
    doublings = 0
    laid = False
    while (decision := RULES.decision(state)) is not None:
        view = RULES.view(state, None)
        if decision.topic in ("place", "extra_turn") and laid:
            scorer.score_turn(doubled)
            doublings += len(doubled)
            doubled, laid = [], False
            assert scorer.score == [seat["score"] for seat in view["seats"]]
        choice = lively(decision, rng)
        verb, _, rest = choice.key.partition(":")
        if verb == "place":
            where, _, rotation = rest.partition(":")
            x, y = map(int, where.split(","))
            scorer.lay((x, y), view["tile"]["tile"], int(rotation))
            laid = True
        elif decision.topic == "follower" and verb != "pass":
            scorer.stand(decision.seat, rest)
        elif decision.topic == "double" and verb == "use":
            about = RULES.describe(state, decision)["about"]
            place = about["x"], about["y"]
            features = scorer.tiles[place]
            part = next(n for n, f in enumerate(features) if about["slot"] in f["slots"])
            doubled.append((rest, (place, part)))
        RULES.play(state, decision.seat, choice.key)
    scorer.score_turn(doubled)
    table = RULES.view(state, None)
    scorer.score_end([[w["wall_tile"] for w in seat["wall_tiles"]] for seat in table["seats"]])
    result = RULES.result(state)
    assert result is not None
    return result["scores"], scorer.score, doublings + len(doubled)
