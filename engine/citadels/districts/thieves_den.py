"""The Thieves' Den."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Build
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class PayCard(DistrictChoice):
    """Put a card from the hand under the deck instead of paying 1 gold."""

    __slots__ = ()

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
    cost = 6

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
