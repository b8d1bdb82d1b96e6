"""The Queen, rank 9."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import NOTHING
from engine.citadels.names import CROWN_RANK
from engine.citadels.state import KILLED, Match
from tablekernel.frames import Choice, Frame

GOLD: Final = 3


class TakeQueenGold(Act):
    """Gain 3 gold for sitting next to rank 4."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, GOLD, "queen")


QUEEN_GOLD: Final = TakeQueenGold("queen_gold")


def beside_rank_4(match: Match, seat: int) -> bool:
    """True if a neighbor has revealed the character of rank 4 this round."""
    revealed = match.shown >> CROWN_RANK & 1
    return bool(revealed) and match.holders[CROWN_RANK] in match.neighbors(seat)


class Queen(Character):
    """Gain 3 gold if a neighbor is the character of rank 4. If that character was killed, gain it
    at the end of the round.
    """

    name = "queen"
    rank = 9
    title = "Queen"
    text = (
        "3 gold if a neighbor has revealed the character of rank 4; if it was killed, at the end "
        "of the round."
    )
    brief = "3 gold beside rank 4"
    min_seats = 5
    portrait = "long_hair coronet chain"
    acts = {"queen_gold": NOTHING}
    labels = {"queen_gold": "Take 3 gold (rank 4 sits beside you)"}
    gains = {"queen_gold": "the Queen's 3 gold"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if beside_rank_4(match, turn.seat):
            out.append(QUEEN_GOLD)

    def on_round_end(self, match: Match) -> Frame | None:
        """A killed rank 4 is revealed only now."""
        killed = match.marks[CROWN_RANK] & KILLED
        if not killed or not match.shown >> self.rank & 1:
            return None
        return Rewarding(match.holders[self.rank])


class Rewarding(MatchFrame):
    """Wait until the crown of the killed rank 4 has been passed, which may need a decision (rules
    10.1.1 and 10.1.2).
    """

    id: ClassVar = "queen_reward"
    steps: ClassVar = ("reward",)
    fields: ClassVar = ("seat",)

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat

    def reward(self, match: Match) -> None:
        if beside_rank_4(match, self.seat):
            match.gold_gain(self.seat, GOLD, "queen")
