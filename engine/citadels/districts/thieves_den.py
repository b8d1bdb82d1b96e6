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
    building = (
        "walls M0 0l2-36h18l2 36z; roofs M-2-34l12-16 13 13z; walls M50 0l2-30h18l2 30z; "
        "roofs M48-29l15-18 10 17z; dark M20-26l31 6v2l-31-6zM5 0v-13h9V0z; "
        "dark M25 0q-1-14 6-17l2-6q3-3 6 0l2 6q7 3 6 17z; "
        "windows M31-18q5-4 10 0-2 3-5 1-3 2-5-1zM7-28h5v6H7zM58-24h6v6h-6zM58-8h6v6h-6z"
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
