"""The Witch, rank 1."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.abilities import each_character
from engine.citadels.cards import Character
from engine.citadels.choices import CharacterChoice
from engine.citadels.flow.turn import resume_turn
from engine.citadels.frames import MatchFrame, Turn
from engine.citadels.state import BEWITCHED, Match
from engine.kernel.frames import Decision, Frame

BEWITCH: Final = each_character("bewitch", CharacterChoice)


class Witch(Character):
    """Gather, then name another character and wait. The holder of that character only gathers; then
    the Witch plays on as that character, with her own hand, stash and city.
    """

    name = "witch"
    gathers_first = True

    def on_gathered(self, match: Match, turn: Turn) -> Frame | None:
        """The Witch's turn and the bewitched turn stop here, without the steps that end a turn
        (rules 6.5).
        """
        if turn.rank == self.rank:
            turn.stop()
            return Bewitching(turn.seat)
        if match.marks[turn.rank] & BEWITCHED:
            turn.stop()
            witch = match.holders[self.rank]
            if match.events is not None:
                match.tell(
                    "resumed",
                    {"seat": witch, "character": match.card_set.character(turn.rank).name},
                )
            return resume_turn(witch, turn.rank)
        return None


class Bewitching(MatchFrame):
    """The Witch must name another character of the card set (R-16, R-17)."""

    __slots__ = ("seat",)

    id: ClassVar = "witch_target"
    steps: ClassVar = ("ask_name",)
    fields: ClassVar = ("seat",)

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat

    def ask_name(self, match: Match) -> Decision:
        others = BEWITCH.among(match.card_set, match.card_set.all_ranks & ~(1 << 1))
        return Decision(self.seat, "bewitch", others)

    def answer_name(self, match: Match, choice: CharacterChoice) -> None:
        match.marks[choice.rank] |= BEWITCHED
        if match.events is not None:
            match.tell("bewitch_named", {"seat": self.seat, "character": choice.character})
