"""The Laboratory."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Turn
from engine.citadels.members import DISTRICT
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from tablekernel.frames import Choice


class Distil(DistrictChoice):
    """Discard a card from the hand to gain 2 gold."""

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
    number = 29
    title = "Laboratory"
    text = "Once a turn: put a card of your hand under the deck for 2 gold."
    cost = 5
    worth_a_round = 1.0
    emblem = (
        "M10 2.2c3 .1 5.2 2.6 5.2 5.7 0 3-2.2 5.1-5 5.1a5 5 0 0 1-4.8-6.3C4 7.6 3.1 9.2 2.6 11.4"
        "L.8 11C1.8 5.6 5.2 2.1 10 2.2zM7 7.6h6.6C13.4 5.7 12.1 4.2 10.4 4 8.9 4.3 7.8 5.6 7 7.6z"
        "M7 13.8h6.4l1 1.7H6zM1.6 12.8a1 1 0 1 0 .1 0z"
    )
    acts = {"laboratory": DISTRICT}
    labels = {"laboratory": "Discard {district.the} for 2 gold"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit:
            out.extend(DISTIL.among(match.hand[turn.seat]))


LABORATORY: Final = Laboratory()
