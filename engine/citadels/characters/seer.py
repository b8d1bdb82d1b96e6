"""The Seer, rank 3."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import NOTHING
from engine.citadels.state import Match
from engine.citadels.transfers import give_card, take_random_card
from tablekernel.frames import Choice, Decision


class TakeFromAll(Act):
    """Take a random card from every other player who has one, then give each of them a card."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        others = [seat for seat in range(match.card_set.seats) if seat != turn.seat]
        givers = [seat for seat in others if match.hand[seat]]
        for seat in givers:
            take_random_card(match, seat, turn.seat)
        match.push(GivingBack(turn.seat, tuple(givers)))


TAKE_FROM_ALL: Final = TakeFromAll("take_from_all")
GIVE: Final = each_district("give", DistrictChoice)


class Seer(Character):
    """Take a random card from every player, then give each of them a card. The Seer may build two
    districts.
    """

    name = "seer"
    rank = 3
    title = "Seer"
    text = (
        "Take a random card from each other player, then give each of them one of your cards. You "
        "may build up to two districts."
    )
    brief = "Trades cards with everybody"
    limit = 2
    portrait = "veil eye"
    acts = {"take_from_all": NOTHING}
    labels = {"take_from_all": "Take a random card from each other player"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if any(match.hand[: turn.seat]) or any(match.hand[turn.seat + 1 :]):
            out.append(TAKE_FROM_ALL)


class GivingBack(MatchFrame):
    """Ask for one card to give to each seat in ``waiting``, in this order (rules 8)."""

    id: ClassVar = "seer_return"
    steps: ClassVar = ("ask_card",)
    fields: ClassVar = ("seat", "waiting")

    def __init__(self, seat: int, waiting: tuple[int, ...]) -> None:
        self.at = 0
        self.seat = seat
        self.waiting = waiting

    def ask_card(self, match: Match) -> Decision:
        """The decision is secret: if all cards in the hand are alike, nobody else may learn it."""
        options = GIVE.among(match.hand[self.seat])
        return Decision(self.seat, "give_card", options, secret=True)

    def context(self, match: Match) -> dict[str, Any]:
        return {"seat": self.waiting[0], "count": len(self.waiting)}

    def answer_card(self, match: Match, choice: DistrictChoice) -> bool:
        other, self.waiting = self.waiting[0], self.waiting[1:]
        give_card(match, self.seat, other, choice.district)
        return bool(self.waiting)
