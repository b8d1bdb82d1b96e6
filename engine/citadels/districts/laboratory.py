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
    building = (
        "wall 0 40 24; roof -1 42 24 16; door 6 10 14; rows 20 16 8 2 1; "
        "roofs M48-58h10v3h-2v14l10 26q2 15-13 15t-13-15l10-26v-14h-2z; "
        "windows M45-16h16l2 6q0 6-10 6t-10-6zM52-26a2.5 2.5 0 1 0 .1 0z"
        "M57-21a1.7 1.7 0 1 0 .1 0z; rose 20 30 3.5"
    )
    acts = {"laboratory": DISTRICT}
    labels = {"laboratory": "Discard {district.the} for 2 gold"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit:
            out.extend(DISTIL.among(match.hand[turn.seat]))


LABORATORY: Final = Laboratory()
