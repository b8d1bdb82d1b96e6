"""The income of characters with a gem: one resource for each district of its type (rules 6.2,
R-69).
"""

from __future__ import annotations

from typing import Any, Final

from engine.citadels.acts import Act
from engine.citadels.card_set import Role
from engine.citadels.frames import INCOME, Turn
from engine.citadels.state import Match
from engine.citadels.verbs import adjust
from tablekernel.frames import Choice


def income_count(match: Match, seat: int, gem: int) -> int:
    """Return how many districts of the city pay at this moment."""
    type_of = match.card_set.type_of
    count = sum([type_of[district] == gem for district in match.city[seat]])
    hook = match.card_set.adjust_income
    if hook.for_all or match.owned[seat] & hook.mask:
        count = adjust(match, hook, count, seat)
    return count


def offer_income(match: Match, turn: Turn, role: Role, out: list[Choice]) -> None:
    """Offer the income of a character, if a district of the city has its gem: at most the cards in
    the deck.
    """
    pays = role.pays
    if pays == "gold":
        out.append(TAKE_GOLD)
    elif pays == "cards":
        if match.deck:
            out.append(TAKE_CARDS)
    else:
        count = income_count(match, turn.seat, role.gem)
        out.extend(TAKE_MIXED[max(0, count - len(match.deck)) : count + 1])


class TakeGold(Act):
    """Take 1 gold for each district of the character's type, all at once."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= INCOME
        gem = match.card_set.roles[turn.rank].gem
        match.gold_gain(turn.seat, income_count(match, turn.seat, gem), "income")


class TakeCards(Act):
    """Take 1 card for each district of the character's type."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= INCOME
        gem = match.card_set.roles[turn.rank].gem
        match.cards_gain(turn.seat, income_count(match, turn.seat, gem), "income")


class TakeMixed(Act):
    """Take ``gold`` gold, and a card for each other district of the character's type."""

    def __init__(self, gold: int) -> None:
        super().__init__(f"income:{gold}")
        self.gold = gold

    def details(self) -> dict[str, Any]:
        return {"gold": self.gold}

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= INCOME
        count = income_count(match, turn.seat, match.card_set.roles[turn.rank].gem)
        if self.gold:
            match.gold_gain(turn.seat, self.gold, "income")
        if count > self.gold:
            match.cards_gain(turn.seat, count - self.gold, "income")


MOST: Final = 60
"""More districts than any city can have."""

TAKE_GOLD: Final = TakeGold("income")
TAKE_CARDS: Final = TakeCards("income")
TAKE_MIXED: Final = tuple(TakeMixed(gold) for gold in range(MOST))
