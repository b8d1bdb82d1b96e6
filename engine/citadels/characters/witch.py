"""The Witch, rank 1."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.abilities import each_character
from engine.citadels.cards import Character
from engine.citadels.choices import CharacterChoice
from engine.citadels.flow.turn import resume_turn
from engine.citadels.frames import MatchFrame, Turn
from engine.citadels.members import CHARACTER
from engine.citadels.names import RANK_1
from engine.citadels.state import BEWITCHED, Match
from tablekernel.defaults import Wish
from tablekernel.frames import Decision, Frame
from tablekernel.topics import Topic

BEWITCH: Final = each_character("bewitch", CharacterChoice)


class Witch(Character):
    """Gather, then name another character and wait. The holder of that character only gathers; then
    the Witch plays on as that character, with her own hand, stash and city.
    """

    name = "witch"
    rank = 1
    title = "Witch"
    text = (
        "Gather, then name another character and wait. When it is revealed, its player only "
        "gathers and you play on as that character, with your own gold, cards and city."
    )
    brief = "Takes over another's turn"
    gathers_first = True
    portrait = "long_hair witch_hat"
    labels = {"bewitch": "Bewitch {character.the}"}
    questions = {"bewitch": "You must bewitch a character: you will play on as that character."}
    topics = {"bewitch": Topic("Which character to bewitch (Witch).", {"bewitch": CHARACTER})}
    defaults = {"bewitch": (Wish("bewitch"),)}
    events = {
        "resumed": "{seat} plays on as {character.the}.",
        "bewitch_named": "{seat} bewitches {character.the}.",
    }
    headlines = ("bewitch_named", "resumed")

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

    id: ClassVar = "witch_target"
    steps: ClassVar = ("ask_name",)
    fields: ClassVar = ("seat",)

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat

    def ask_name(self, match: Match) -> Decision:
        others = BEWITCH.among(match.card_set, match.card_set.all_ranks & ~RANK_1)
        return Decision(self.seat, "bewitch", others)

    def answer_name(self, match: Match, choice: CharacterChoice) -> None:
        match.marks[choice.rank] |= BEWITCHED
        if match.events is not None:
            match.tell("bewitch_named", {"seat": self.seat, "character": choice.character})
