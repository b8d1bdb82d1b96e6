"""The income of characters with a gem: one resource for each district of its type (rules 6.2,
R-69).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.citadels.cards import Act
from engine.citadels.state import Match
from engine.citadels.verbs import adjust
from engine.kernel.frames import Choice

if TYPE_CHECKING:
    from engine.citadels.flow.turn import Turn

INCOME = 1 << 60
"""The bit of ``Turn.used`` for the income ability."""


def income_count(match: Match, seat: int, gem: int) -> int:
    """How many districts of the city pay, at this moment."""
    type_of = match.cast.type_of
    count = 0
    for district in match.city[seat]:
        if type_of[district] == gem:
            count += 1
    result: int = adjust(match, match.cast.adjust_income, count, seat)
    return result


def offer_income(match: Match, turn: Turn, out: list[Choice]) -> None:
    """Offer the income once a turn, when it is worth anything."""
    cast = match.cast
    gem = cast.gems[turn.rank]
    if gem >= 0 and not turn.used & INCOME and match.owned[turn.seat] & cast.paying[turn.rank]:
        out.append(TAKE_INCOME)


class TakeIncome(Act):
    """1 gold for each district of the character's type, everything at once."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= INCOME
        gem = match.cast.gems[turn.rank]
        match.gold_gain(turn.seat, income_count(match, turn.seat, gem), "income")


TAKE_INCOME = TakeIncome("income")
