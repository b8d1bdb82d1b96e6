"""The Thief, rank 2."""

from __future__ import annotations

from typing import Final

from engine.citadels.abilities import NameCharacter, each_character, ranks_but
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import CHARACTER
from engine.citadels.names import RANK_1
from engine.citadels.state import BEWITCHED, KILLED, ROBBED, Match
from tablekernel.frames import Choice


class Rob(NameCharacter):
    """Name the character whose gold is taken when it is revealed."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.marks[self.rank] |= ROBBED
        if match.events is not None:
            match.tell("rob_named", {"seat": turn.seat, "character": self.character})


ROB: Final = each_character("rob", Rob)


class Thief(Character):
    """Name another character: when it is revealed, the Thief's player takes all its holder's
    gold.
    """

    name = "thief"
    rank = 2
    title = "Thief"
    text = (
        "Name another character, neither of rank 1 nor killed or bewitched. When it is revealed, "
        "you take all the gold of its player."
    )
    brief = "Steals a player's gold"
    portrait = "bandana mask"
    acts = {"rob": CHARACTER}
    labels = {"rob": "Rob {character.the}"}
    events = {
        "rob_named": "{seat} will rob {character.the}.",
        "robbed": "{by} robs {seat} of {gold}.",
        "robbed:free": "{by} robs {seat} and finds no gold.",
        "robbed:self": "{seat} plays the Thief as well and loses nothing.",
    }
    headlines = ("rob_named", "robbed")
    quiet = ("rob_named",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """Rank 1 and the killed or bewitched character cannot be named (rules 8)."""
        ranks = ranks_but(match, self.bit | RANK_1, KILLED | BEWITCHED)
        out.extend(ROB.among(match.card_set, ranks))

    def on_marked_revealed(self, match: Match, rank: int, seat: int) -> None:
        """The Thief takes the stash as it is before gathering (R-20). Robbing yourself has no
        effect (R-22).
        """
        if not match.marks[rank] & ROBBED:
            return
        thief = match.player(self.rank)
        gold = match.gold[seat] if thief != seat else 0
        match.gold[seat] -= gold
        match.gold[thief] += gold
        if match.events is not None:
            match.tell("robbed", {"seat": seat, "by": thief, "gold": gold})
