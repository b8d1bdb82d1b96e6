"""The Assassin, rank 1."""

from __future__ import annotations

from typing import Final

from engine.citadels.abilities import NameCharacter, each_character
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import CHARACTER
from engine.citadels.state import KILLED, Match
from tablekernel.frames import Choice


class Kill(NameCharacter):
    """Name the character that loses its turn."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.marks[self.rank] |= KILLED
        if match.events is not None:
            match.tell("kill_named", {"seat": turn.seat, "character": self.character})


KILL: Final = each_character("kill", Kill)


class Assassin(Character):
    """Name another character: its holder skips the turn, and the card stays hidden."""

    name = "assassin"
    rank = 1
    title = "Assassin"
    text = "Name another character. It takes no turn this round, and its player does not reveal it."
    brief = "Kills a character"
    portrait = "hood scarf"
    acts = {"kill": CHARACTER}
    labels = {"kill": "Kill {character.the}"}
    events = {"kill_named": "{seat} kills {character.the}."}
    headlines = ("kill_named",)
    quiet = ("kill_named",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """Any other character of the card set may be named, also a discarded one (R-16)."""
        card_set = match.card_set
        out.extend(KILL.among(card_set, card_set.all_ranks & ~self.bit))

    def adjust_plays(self, match: Match, plays: bool, seat: int, rank: int) -> bool:
        """The killed character takes no turn (rules 6.1)."""
        return plays and not match.marks[rank] & KILLED
