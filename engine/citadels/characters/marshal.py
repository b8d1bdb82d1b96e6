"""The Marshal, rank 8."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import Character
from engine.citadels.choices import CityChoice, each_city
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import RAID
from engine.citadels.names import MILITARY, district_name
from engine.citadels.rank_8_targets import find_targets, has_identical, surcharge
from engine.citadels.state import Match
from tablekernel.frames import Choice

DEAREST: Final = 3


class Seize(CityChoice):
    """Pay the owner the cost of a district and move it to your city."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        cost, extra = match.card_set.cost[self.district], surcharge(match, self.seat)
        match.gold[turn.seat] -= cost + extra
        match.gold[self.seat] += cost
        if match.events is not None:
            match.tell(
                "seized",
                {
                    "seat": turn.seat,
                    "victim": self.seat,
                    "district": district_name(self.district),
                    "gold": cost,
                    "surcharge": extra,
                },
            )
        match.city_remove(self.seat, self.district)
        match.city_add(turn.seat, self.district)


SEIZE: Final = each_city("seize", Seize)


class Marshal(Character):
    """Gain 1 gold for each military district. Seize a district of cost 3 or less by paying its
    owner.
    """

    name = "marshal"
    rank = 8
    title = "Marshal"
    text = (
        "1 gold for each of your military districts. Seize a district of cost 3 or less from "
        "another city by paying its cost to the owner."
    )
    brief = "Seizes a cheap district"
    gem = MILITARY
    portrait = "kettle plume moustache"
    acts = {"seize": RAID}
    labels = {"seize": "Seize {seat}'s {district} ({gold})"}
    events = {"seized": "{seat} seizes {victim}'s {district} for {gold}."}
    headlines = ("seized",)
    quiet = ("seized",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The Marshal cannot seize a district that their city already has (rules 8)."""
        cost, gold = match.card_set.cost, match.gold[turn.seat]
        for victim, districts, extra in find_targets(match):
            if victim == turn.seat:
                continue
            most = min(DEAREST, gold - extra)
            out.extend(
                [
                    SEIZE[victim][district]
                    for district in dict.fromkeys(districts)
                    if cost[district] <= most and not has_identical(match, turn.seat, district)
                ]
            )
