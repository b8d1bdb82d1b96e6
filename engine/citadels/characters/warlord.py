"""The Warlord, rank 8."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import Character
from engine.citadels.choices import CityChoice, each_city
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import RAID
from engine.citadels.names import MILITARY, district_name
from engine.citadels.rank_8_targets import find_targets, surcharge
from engine.citadels.state import Match
from tablekernel.frames import Choice


class Destroy(CityChoice):
    """Pay 1 less than the cost of a district to destroy it."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        price = match.card_set.cost[self.district] - 1 + surcharge(match, self.seat)
        match.gold[turn.seat] -= price
        if match.events is not None:
            match.tell(
                "destroyed",
                {
                    "seat": turn.seat,
                    "victim": self.seat,
                    "district": district_name(self.district),
                    "gold": price,
                },
            )
        match.destroy(self.seat, self.district)


DESTROY: Final = each_city("destroy", Destroy)


class Warlord(Character):
    """Gain 1 gold for each military district. Destroy one district in any city, also an own one,
    for its cost less 1.
    """

    name = "warlord"
    rank = 8
    title = "Warlord"
    text = (
        "1 gold for each of your military districts. You may destroy one district of any city by "
        "paying 1 less than its cost."
    )
    brief = "Destroys a district"
    gem = MILITARY
    portrait = "helmet horns"
    acts = {"destroy": RAID}
    labels = {"destroy": "Destroy {seat}'s {district} ({gold})"}
    events = {
        "destroyed": "{seat} destroys {victim}'s {district} for {gold}.",
        "destroyed:self": "{seat} destroys {district.the} in their own city for {gold}.",
    }
    headlines = ("destroyed",)
    quiet = ("destroyed",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        cost = match.card_set.cost
        reach = match.gold[turn.seat] + 1
        for victim, districts, extra in find_targets(match):
            most = reach - extra
            acts = DESTROY[victim]
            found: list[Choice] = []
            for district in districts:
                if cost[district] <= most:
                    act = acts[district]
                    if act not in found:
                        found.append(act)
            out += found
