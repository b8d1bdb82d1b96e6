"""The Laboratory."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Turn
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class Distil(DistrictChoice):
    """Discard a card from the hand to gain 2 gold."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.worked |= LABORATORY.bit
        match.hand_remove(turn.seat, self.district)
        match.deck += ONE[self.district]
        if match.events is not None:
            match.tell(
                "cards_discarded",
                {"seat": turn.seat, "count": 1},
                {turn.seat: {"cards": [district_name(self.district)]}},
            )
        match.gold_gain(turn.seat, 2, "laboratory")


DISTIL: Final = each_district("laboratory", Distil)


class Laboratory(District):
    """Once a turn, before or after gathering, discard 1 card to gain 2 gold."""

    name = "laboratory"
    cost = 5

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit:
            out.extend(DISTIL.among(match.hand[turn.seat]))


LABORATORY: Final = Laboratory()
