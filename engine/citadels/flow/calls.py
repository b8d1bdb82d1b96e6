"""Calling the ranks in ascending order (rules 6.1)."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.flow.turn import TurnFrame
from engine.citadels.frames import MatchFrame
from engine.citadels.names import NOBODY
from engine.citadels.state import Match
from engine.citadels.verbs import adjust, announce


class Calls(MatchFrame):
    """Calls the ranks. ``rank`` is the rank called last."""

    id: ClassVar = "calls"
    steps: ClassVar = ("call",)
    fields: ClassVar = ("rank",)

    def __init__(self) -> None:
        self.at = 0
        self.rank = 0

    def call(self, match: Match) -> None:
        """Call ranks until a player takes a turn.

        Only a marked character can be prevented from playing. A character that may not play and one
        that nobody holds get the same public message (R-19).
        """
        card_set = match.card_set
        holders, marks = match.holders, match.marks
        heard = match.events is not None
        for rank in card_set.later_ranks[self.rank]:
            if heard:
                match.tell("called", {"rank": rank, "character": card_set.character(rank).name})
            seat = holders[rank]
            if seat != NOBODY and (
                not marks[rank] or adjust(match, card_set.adjust_plays, True, seat, rank)
            ):
                self.rank = rank
                self.at = 0
                match.shown |= 1 << rank
                match.stack.append(TurnFrame(seat, rank))
                if marks[rank] or heard:
                    self._reveal(match, seat)
                own = card_set.roles[rank].revealed
                if own is not None:
                    own(match, seat)
                return
        self.rank = card_set.ranks[-1]

    def _reveal(self, match: Match, seat: int) -> None:
        """Reveal the character; marks on it may have consequences, before those of the card
        itself.
        """
        rank = self.rank
        if match.events is not None:
            name = match.card_set.character(rank).name
            match.tell("revealed", {"seat": seat, "rank": rank, "character": name})
        if match.marks[rank]:
            announce(match, match.card_set.on_marked_revealed, rank, seat)

    def copy(self) -> Calls:
        new = Calls()
        new.at = self.at
        new.rank = self.rank
        return new
