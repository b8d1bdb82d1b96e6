"""The Thieves' Den."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.cards import District, Payment
from engine.citadels.choices import STOP, DistrictChoice, each_district
from engine.citadels.flow.build import Build, price_of
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match, MatchFrame
from engine.kernel.frames import Choice, Decision
from engine.kernel.loop import nearest


class PayCards(Payment):
    """Pay part of the price, or all of it, with cards of the hand, and the rest in gold."""

    __slots__ = ()

    def pay(self, match: Match, build: Build) -> None:
        match.push(PayingCards(build.seat, price_of(match, build.seat, build.district)))


PAY_CARDS = PayCards("pay:cards")
PAY_CARD = each_district("pay_card", DistrictChoice)


class ThievesDen(District):
    """Any part of its price may be paid with cards from the hand, 1 card for 1 gold (rules 7.2)."""

    name = "thieves_den"
    cost = 6

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """The Den itself is no payment card, so it is not counted while it is still in the hand."""
        if build.district != self.number:
            return
        hand = match.hand[build.seat]
        cards = len(hand) - hand.count(self.number)
        if cards and cards + match.gold[build.seat] >= price_of(match, build.seat, self.number):
            out.append(PAY_CARDS)


class PayingCards(MatchFrame):
    """Choose payment cards one at a time, at least one; ``owed`` is what is left to pay, ``cards``
    those chosen.
    """

    __slots__ = ("cards", "owed", "seat")

    steps: ClassVar = ("ask_card", "settle")
    fields: ClassVar = ("seat", "owed", "cards")

    def __init__(self, seat: int, owed: int) -> None:
        self.at = 0
        self.seat = seat
        self.owed = owed
        self.cards = b""

    def ask_card(self, match: Match) -> Decision | None:
        """Never more cards than the price (no overpaying); stopping needs the gold for the rest."""
        hand = match.hand[self.seat]
        if not self.owed or not hand:
            return None
        options: list[Choice] = [PAY_CARD[card] for card in dict.fromkeys(hand)]
        if self.cards and match.gold[self.seat] >= self.owed:
            options.append(STOP)
        return Decision(self.seat, "pay_card", options, secret=True)

    def answer_card(self, match: Match, choice: Choice) -> None:
        if isinstance(choice, DistrictChoice):
            match.hand_remove(self.seat, choice.district)
            self.cards += ONE[choice.district]
            self.owed -= 1
            self.again()

    def settle(self, match: Match) -> None:
        """The cards go under the deck in the order chosen, the rest of the price to the bank."""
        match.deck += self.cards
        match.gold[self.seat] -= self.owed
        nearest(match, Build).paid = self.owed
        if match.events is not None:
            match.tell(
                "cards_discarded",
                {"seat": self.seat, "count": len(self.cards)},
                {self.seat: {"cards": [district_name(card) for card in self.cards]}},
            )
