"""A whole match: rounds until a city is completed (rules 5, 6, 10)."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.frames import MatchFrame
from engine.citadels.names import NOBODY
from engine.citadels.scoring import result
from engine.citadels.state import KILLED, Match
from engine.citadels.verbs import announce, announce_to_cities


class Rounds(MatchFrame):
    """The frame at the bottom of the stack."""

    id: ClassVar = "rounds"
    steps: ClassVar = ("open_round", "call_ranks", "end_round", "close_round", "finish")

    def open_round(self, match: Match) -> None:
        """Return character cards and marks; the crowned player chooses first (rules 10.1, 5.2)."""
        match.round += 1
        seats = match.card_set.seats
        match.holders = [NOBODY] * 10
        match.marks = match.card_set.marks[:]
        match.shown = 0
        match.seen = [()] * seats
        match.dropped = [0] * seats
        match.stack.append(Draft())

    def call_ranks(self, match: Match) -> None:
        """Run what follows the last choice of the draft, before rank 1 is called (rules 5.6)."""
        match.stack.append(Calls())
        announce_to_cities(match, match.card_set.on_draft_end)

    def end_round(self, match: Match) -> None:
        """Run the end-of-round steps of cards (rules 10.1.1 and 10.1.2)."""
        announce(match, match.card_set.on_round_end)

    def close_round(self, match: Match) -> None:
        """Show the killed character in the log (R-18), then start the next round or end (rules
        10.1.5).
        """
        if match.events is not None:
            self._tell_killed(match)
        if not match.completed:
            self.at = 0

    def finish(self, match: Match) -> None:
        if match.events is not None:
            match.tell("match_over", {"result": result(match)})

    @staticmethod
    def _tell_killed(match: Match) -> None:
        for rank, marks in enumerate(match.marks):
            seat = match.holders[rank]
            if marks & KILLED and seat != NOBODY and not match.shown >> rank & 1:
                name = match.card_set.character(rank).name
                match.tell("killed_shown", {"seat": seat, "character": name})

    def copy(self) -> Rounds:
        new = Rounds()
        new.at = self.at
        return new
