"""The Thieves' Den."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Build
from engine.citadels.members import DISTRICT
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from tablekernel.frames import Choice


class PayCard(DistrictChoice):
    """Put a card from the hand under the deck instead of paying 1 gold."""

    of_hand = True

    def pay(self, match: Match, build: Build) -> None:
        match.hand_remove(build.seat, self.district)
        match.deck += ONE[self.district]
        build.spare -= 1
        build.owed -= 1
        build.begun = 1
        if match.events is not None:
            match.tell(
                "cards_discarded",
                {"seat": build.seat, "count": 1},
                {build.seat: {"cards": [district_name(self.district)]}},
            )


PAY_CARD: Final = each_district("pay_card", PayCard)


class ThievesDen(District):
    """Any part of its price may be paid with cards from the hand, 1 card for 1 gold (rules 7.2)."""

    name = "thieves_den"
    number = 45
    title = "Thieves' Den"
    text = "Cards from your hand may pay any part of its price, 1 card for each gold."
    cost = 6
    worth = 0.5  # cards pay for it
    emblem = (
        "M5 1.2l1.6 1 1.4-1 1.4 1 1.6-1L10 4H6z"
        "M6 5h4c2.6 1.6 4.2 4 4.2 6.4 0 2.4-1.8 3.8-6.2 3.8s-6.2-1.4-6.2-3.8C1.8 9 3.4 6.6 6 5z"
        "M8 8a2.4 2.4 0 1 0 .1 0z"
    )
    payments = {"pay_card": DISTRICT}
    labels = {"pay_card": "Pay with {district.the} from your hand instead of 1 gold"}

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Cards are offered one at a time, as long as cards and gold together can pay the rest. The
        Thieves' Den itself cannot be used as payment. So a player can neither overpay nor get
        stuck.
        """
        if build.district != self.number:
            return
        if build.spare and build.spare + match.gold[build.seat] >= build.owed:
            hand = match.hand[build.seat].replace(ONE[self.number], b"", 1)
            out.extend(PAY_CARD.among(hand))
