"""The Diplomat, rank 8."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.cards import Character
from engine.citadels.choices import CityChoice, DistrictChoice, district_details, each_city
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.names import BEAUTIFIED, KINDS, MILITARY, NOBODY, district_name
from engine.citadels.rank_8_targets import (
    find_target_districts,
    find_targets,
    has_identical,
    surcharge,
)
from engine.citadels.state import UNKNOWN, Match
from engine.kernel.frames import Choice, Decision


class Demand(CityChoice):
    """Choose the district to get. The district to give is chosen next."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.push(Offering(turn.seat, self.seat, self.district))


class Give(DistrictChoice):
    """Choose the own district to give."""

    __slots__ = ()


DEMAND: Final = each_city("exchange", Demand)
GIVE: Final = {
    number: Give("give_district", number)
    for number in (*range(KINDS), *range(BEAUTIFIED, BEAUTIFIED + KINDS))
}


def price_of_exchange(match: Match, mine: int, victim: int, theirs: int) -> tuple[int, int]:
    """Return what the owner gets for a dearer district and what the bank gets."""
    cost = match.card_set.cost
    return max(0, cost[theirs] - cost[mine]), surcharge(match, victim)


def offers_for(match: Match, seat: int, victim: int, theirs: int) -> list[int]:
    """Return the own districts that can be given for another player's district: affordable, and
    identical to none in that city (rules 8). Districts of a completed or protected own city may be
    given too (rules 7.5).
    """
    return [
        mine
        for mine in dict.fromkeys(find_target_districts(match, seat))
        if sum(price_of_exchange(match, mine, victim, theirs)) <= match.gold[seat]
        and not has_identical(match, victim, mine)
    ]


class Diplomat(Character):
    """Gain 1 gold for each military district. Exchange an own district for another player's, and
    pay the difference if that one is dearer.
    """

    name = "diplomat"
    gem = MILITARY

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The Diplomat gets no district that their city already has, not even the one given
        (R-97).
        """
        if not match.city[turn.seat]:
            return
        for victim, districts, _ in find_targets(match):
            if victim != turn.seat:
                out.extend(
                    [
                        DEMAND[victim][theirs]
                        for theirs in dict.fromkeys(districts)
                        if not has_identical(match, turn.seat, theirs)
                        and offers_for(match, turn.seat, victim, theirs)
                    ]
                )


class Offering(MatchFrame):
    """Choose the own district to give for ``theirs``."""

    __slots__ = ("seat", "theirs", "victim")

    id: ClassVar = "diplomat_offer"
    steps: ClassVar = ("ask_district",)
    fields: ClassVar = ("seat", "victim", "theirs")

    def __init__(self, seat: int, victim: int, theirs: int) -> None:
        self.at = 0
        self.seat = seat
        self.victim = victim
        self.theirs = theirs

    def ask_district(self, match: Match) -> Decision:
        mine = offers_for(match, self.seat, self.victim, self.theirs)
        return Decision(self.seat, "give_district", [GIVE[district] for district in mine])

    def context(self, match: Match) -> dict[str, Any]:
        return {"seat": self.victim, **district_details(self.theirs)}

    def answer_district(self, match: Match, choice: DistrictChoice) -> None:
        """Coins and cards on the districts move with them (R-45, R-60)."""
        mine, theirs, seat, victim = choice.district, self.theirs, self.seat, self.victim
        difference, extra = price_of_exchange(match, mine, victim, theirs)
        match.gold[seat] -= difference + extra
        match.gold[victim] += difference
        if match.events is not None:
            names = {"district": district_name(theirs), "given": district_name(mine)}
            paid = {"gold": difference, "surcharge": extra}
            match.tell("exchanged", {"seat": seat, "victim": victim, **names, **paid})
        match.city_remove(seat, mine)
        match.city_remove(victim, theirs)
        match.city_add(seat, theirs)
        match.city_add(victim, mine)

    def hide(self, match: Match, seat: int) -> None:
        """Nobody learns anything until both districts are named."""
        if seat != self.seat:
            self.victim = NOBODY
            self.theirs = UNKNOWN
