"""Markers with a hidden face that are laid on characters, one at a time."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.abilities import each_character
from engine.citadels.choices import CharacterChoice
from engine.citadels.frames import MatchFrame
from engine.citadels.state import Match
from tablekernel.frames import Decision

BLANK: Final = each_character("blank", CharacterChoice)


class Marking(MatchFrame):
    """Lays blank markers after the first, marked one. Nobody else learns of any before all are
    laid.

    ``face`` is the rank under the marker with the face, ``ranks`` the bit set of all ranks chosen
    so far, ``barred`` that of the ranks that may not be chosen, ``count`` the number of markers
    left; ``marker`` and ``hidden`` are the marks to lay.
    """

    id: ClassVar = "markers"
    steps: ClassVar = ("ask_blank", "lay")
    fields: ClassVar = ("seat", "face", "ranks", "barred", "count", "marker", "hidden")

    def __init__(
        self, seat: int, face: int, barred: int, count: int, marker: int, hidden: int
    ) -> None:
        self.at = 0
        self.seat = seat
        self.face = face
        self.ranks = 1 << face
        self.barred = barred
        self.count = count
        self.marker = marker
        self.hidden = hidden

    def ask_blank(self, match: Match) -> Decision:
        card_set = match.card_set
        options = BLANK.among(card_set, card_set.all_ranks & ~self.ranks & ~self.barred)
        return Decision(self.seat, "blank_marker", options, secret=True)

    def context(self, match: Match) -> dict[str, Any]:
        names = match.card_set.names_in(self.ranks)
        return {"face": match.card_set.character(self.face).name, "marked": list(names)}

    def answer_blank(self, match: Match, choice: CharacterChoice) -> bool:
        self.ranks |= 1 << choice.rank
        self.count -= 1
        return bool(self.count)

    def hide(self, match: Match, seat: int) -> None:
        if seat != self.seat:
            self.face = self.ranks = 0

    def lay(self, match: Match) -> None:
        """Lay the markers. Positions are public, faces are not (rules 2.5)."""
        for rank in match.card_set.ranks_in(self.ranks):
            match.marks[rank] |= self.marker
        match.marks[self.face] |= self.hidden
        if match.events is not None:
            names = list(match.card_set.names_in(self.ranks))
            face = match.card_set.character(self.face).name
            match.tell(
                "markers_laid",
                {"seat": self.seat, "characters": names},
                {self.seat: {"face": face}},
            )


def remove(match: Match, marks: int) -> None:
    """Remove these marks from all characters."""
    for rank in match.card_set.ranks:
        match.marks[rank] &= ~marks
