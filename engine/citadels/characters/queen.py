"""The Queen, rank 9."""

from __future__ import annotations

from engine.citadels.abilities import ABILITY
from engine.citadels.cards import Act, Character
from engine.citadels.flow.turn import Turn
from engine.citadels.names import CROWN_RANK
from engine.citadels.state import KILLED, Match
from engine.kernel.frames import Choice

GOLD = 3


class TakeGold(Act):
    """Gain 3 gold for sitting beside rank 4."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, GOLD, "queen")


QUEEN_GOLD = TakeGold("queen_gold")


def beside_rank_4(match: Match, seat: int) -> bool:
    """Whether a neighbour has revealed the character of rank 4 this round."""
    revealed = match.shown >> CROWN_RANK & 1
    return bool(revealed) and match.holders[CROWN_RANK] in match.neighbours(seat)


class Queen(Character):
    """3 gold if a neighbour is the character of rank 4; at the end of the round if that one was
    killed.
    """

    name = "queen"

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.used & ABILITY and beside_rank_4(match, turn.seat):
            out.append(QUEEN_GOLD)

    def on_round_end(self, match: Match) -> None:
        """After rank 4 has been revealed as heir (rules 10.1.2)."""
        if not match.marks[CROWN_RANK] & KILLED or not match.shown >> self.rank & 1:
            return
        seat = match.holders[self.rank]
        if beside_rank_4(match, seat):
            match.gold_gain(seat, GOLD, "queen")
