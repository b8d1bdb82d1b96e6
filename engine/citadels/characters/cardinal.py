"""The Cardinal, rank 5."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.cards import Character
from engine.citadels.choices import DistrictChoice, SeatChoice, each_district, each_seat
from engine.citadels.frames import ABILITY, Build, MatchFrame
from engine.citadels.members import SEAT
from engine.citadels.names import RELIGIOUS
from engine.citadels.state import Match
from engine.citadels.transfers import give_card, pass_gold
from tablekernel.frames import Choice, Decision
from tablekernel.topics import INTEGER


class Borrow(SeatChoice):
    """Pay with all your gold, take the missing gold from one player, and give that player as many
    cards.
    """

    def pay(self, match: Match, build: Build) -> None:
        match.turn.used |= ABILITY
        missing = build.owed - match.gold[build.seat]
        pass_gold(match, self.seat, build.seat, missing, "cardinal")
        match.gold[build.seat] = 0
        build.paid += build.owed
        build.owed = 0
        match.push(GivingCards(build.seat, self.seat, missing))


BORROW: Final = each_seat("borrow", Borrow)
GIVE: Final = each_district("give", DistrictChoice)


class Cardinal(Character):
    """Gain 1 card for each religious district. For one build a turn, take the missing gold from one
    player, who gets as many cards.
    """

    name = "cardinal"
    rank = 5
    title = "Cardinal"
    text = (
        "1 card for each of your religious districts. If you lack gold for a district, you may "
        "take it from one player, who gets as many of your cards. Once a turn."
    )
    brief = "Borrows gold for cards"
    gem = RELIGIOUS
    portrait = "galero chain"
    pays = "cards"
    payments = {"borrow": {**SEAT, "gold": INTEGER}}
    labels = {"borrow": "Take {gold} from {seat} and give them as many cards"}

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """The Cardinal takes exactly the missing gold, from one player who has it, once a turn
        (R-48).
        """
        missing = build.owed - match.gold[build.seat]
        if missing <= 0 or missing > build.spare or match.turn.used & ABILITY:
            return
        out.extend(
            [
                BORROW[seat]
                for seat, gold in enumerate(match.gold)
                if seat != build.seat and gold >= missing
            ]
        )


class GivingCards(MatchFrame):
    """Give ``count`` cards from the hand to ``other``, one at a time."""

    id: ClassVar = "cardinal_payment"
    steps: ClassVar = ("ask_card",)
    fields: ClassVar = ("seat", "other", "count")

    def __init__(self, seat: int, other: int, count: int) -> None:
        self.at = 0
        self.seat = seat
        self.other = other
        self.count = count

    def ask_card(self, match: Match) -> Decision:
        """The decision is secret: if all cards in the hand are alike, nobody else may learn it."""
        options = GIVE.among(match.hand[self.seat])
        return Decision(self.seat, "give_card", options, secret=True)

    def context(self, match: Match) -> dict[str, Any]:
        return {"seat": self.other, "count": self.count}

    def answer_card(self, match: Match, choice: DistrictChoice) -> bool:
        give_card(match, self.seat, self.other, choice.district)
        self.count -= 1
        return bool(self.count)
