"""A whole match, turn by turn: draw and lay a tile, a follower, scoring (1.2)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.castle.choices import PASS, PLACES_BY_MASK, USES, Follow, Place
from engine.castle.describing import describe_drawn_tile, describe_laid_tile, face
from engine.castle.events import tell_follower, tell_laid_tile, tell_tile
from engine.castle.features import ANY, find_completed, lay, stand
from engine.castle.final_scoring import award
from engine.castle.flow.scoring import Scoring
from engine.castle.names import EXTRA_TURN
from engine.castle.state import NO_CELL, NO_TILE, Match, MatchFrame
from tablekernel.frames import Choice, Question

ONLY_PASS: Final = (PASS,)
EXTRA: Final = (USES[EXTRA_TURN], PASS)


class Turns(MatchFrame):
    """The frame at the bottom of the stack, which starts again with every turn."""

    id: ClassVar = "turns"
    steps: ClassVar = ("draw", "ask_place", "ask_follower", "score", "ask_extra_turn", "close",
                       "finish")  # fmt: skip

    def draw(self, match: Match) -> None:
        """Begin a turn: wall tiles taken before may be used from now on; tiles that fit nowhere
        leave the match (1.3, 1.8). Without a tile the match is over (1.9).
        """
        seat = match.active
        match.turn += 1
        match.cell = NO_CELL
        if match.fresh[seat]:
            match.wall[seat] = match.wall_tiles(seat)
            match.fresh[seat] = b""
        if match.events is not None:
            match.tell("turn_started", {"seat": seat, "turn": match.turn})
        bag, fits, asked = match.bag, match.tiles.fits, match.asked
        for place, tile in enumerate(bag):
            if match.events is not None:
                tell_tile(match, "tile_drawn", tile, len(bag) - place - 1)
            if any(asked.translate(fits[tile])):
                match.tile = tile
                match.bag = bag[place + 1 :]
                return
            match.removed += bag[place : place + 1]
            if match.events is not None:
                tell_tile(match, "tile_removed", tile, len(bag) - place - 1)
        match.bag = b""
        self.at = FINISH

    def ask_place(self, match: Match) -> Question:
        """Ask for a cell and rotation that fits: paths continue, and there is a neighbor (1.3)."""
        options: list[Choice] = []
        masks = match.asked.translate(match.tiles.fits[match.tile])
        for mask, choices in zip(masks, PLACES_BY_MASK, strict=True):
            if mask:
                options += choices[mask]
        return match.active, "place", options, False

    def answer_place(self, match: Match, choice: Place) -> None:
        number = 4 * match.tile + choice.rotation
        match.cell = choice.cell
        match.tile = NO_TILE
        lay(match, choice.cell, number)
        if match.events is not None:
            tell_laid_tile(match, number)

    def ask_follower(self, match: Match) -> Question:
        """Ask for a feature of the tile without any follower, or none (1.4)."""
        seat = match.active
        if not match.supply[seat]:
            return seat, "follower", ONLY_PASS, False
        parent, sums, cell = match.parent, match.sums, match.cell
        options: list[Choice] = [PASS]
        first = match.first[cell]
        for node, choice in enumerate(match.tiles.shapes[match.laid[cell]].choices, first):
            while (above := parent[node]) != node:
                node = above
            if not sums[node] & ANY:
                options.append(choice)
        return seat, "follower", options, False

    def answer_follower(self, match: Match, choice: Choice) -> None:
        if isinstance(choice, Follow):
            cell = match.cell
            segment = match.tiles.shapes[match.laid[cell]].at[choice.slot]
            stand(match, match.active, cell, segment)
            if match.events is not None:
                tell_follower(match, choice)

    def score(self, match: Match) -> None:
        """Score completed paths, towers and houses (1.6)."""
        if match.followers:
            spots = find_completed(match, match.cell)
            if spots:
                match.stack.append(Scoring(tuple(spots)))

    def ask_extra_turn(self, match: Match) -> Question | None:
        """Ask for wall tile 1 at the end of the turn, if there is a tile left to draw (1.8)."""
        if EXTRA_TURN in match.wall[match.active] and match.bag:
            return match.active, "extra_turn", EXTRA, False
        return None

    def answer_extra_turn(self, match: Match, choice: Choice) -> bool:
        """Start another turn of the same seat, or continue."""
        if choice is PASS:
            return False
        match.use(match.active, EXTRA_TURN)
        if match.events is not None:
            match.tell("wall_tile_used", {"seat": match.active, "wall_tile": EXTRA_TURN})
        self.at = 0
        return True

    def close(self, match: Match) -> None:
        """Pass the turn, or end the match after the last tile (1.9)."""
        if match.bag:
            match.active = 1 - match.active
            self.at = 0

    def finish(self, match: Match) -> None:
        """Score the end (1.9)."""
        award(match)

    def context(self, match: Match) -> dict[str, Any]:
        """Return the tile to lay in its four rotations, or where it lies."""
        if match.tile != NO_TILE:
            return describe_drawn_tile(match)
        shape = match.tiles.shapes[match.laid[match.cell]]
        return {**describe_laid_tile(match, match.cell), **face(shape)}

    def copy(self) -> Turns:
        new = Turns()
        new.at = self.at
        return new


FINISH: Final = Turns.steps.index("finish")
