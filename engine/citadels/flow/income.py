"""The income of characters with a gem: one resource for each district of its type (rules 6.2,
R-69).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.citadels.cards import Act
from engine.citadels.state import Match
from engine.citadels.verbs import adjust

if TYPE_CHECKING:
    from engine.citadels.flow.turn import Turn

INCOME = 2
"""The bit of ``Turn.used`` for the income ability."""


def income_count(match: Match, seat: int, gem: int) -> int:
    """How many districts of the city pay, at this moment."""
    type_of = match.cast.type_of
    count = sum([type_of[district] == gem for district in match.city[seat]])
    result: int = adjust(match, match.cast.adjust_income, count, seat)
    return result


class TakeIncome(Act):
    """1 gold for each district of the character's type, everything at once."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= INCOME
        gem = match.cast.gems[turn.rank]
        match.gold_gain(turn.seat, income_count(match, turn.seat, gem), "income")


TAKE_INCOME = TakeIncome("income")
