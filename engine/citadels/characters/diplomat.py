"""The Diplomat, rank 8."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.cards import Character
from engine.citadels.choices import (
    CityChoice,
    DistrictChoice,
    district_details,
    each_city,
    each_own_district,
)
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import CHEAPEST, CITY, OWN_DISTRICT
from engine.citadels.names import MILITARY, NOBODY, district_name
from engine.citadels.rank_8_targets import (
    find_target_districts,
    find_targets,
    has_identical,
    surcharge,
)
from engine.citadels.state import UNKNOWN, Match
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision
from tablekernel.topics import INTEGER, Topic


class Demand(CityChoice):
    """Choose the district to get. The district to give is chosen next."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.push(Offering(turn.seat, self.seat, self.district))


class Give(DistrictChoice):
    """Choose the own district to give."""


DEMAND: Final = each_city("exchange", Demand)
GIVE: Final = each_own_district("give_district", Give)


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
    rank = 8
    title = "Diplomat"
    text = (
        "1 gold for each of your military districts. Exchange one of your districts for another "
        "player's; if theirs costs more, pay them the difference."
    )
    brief = "Exchanges districts"
    gem = MILITARY
    portrait = "wig collar"
    acts = {"exchange": CITY}
    labels = {
        "exchange": "Exchange one of your districts for {seat}'s {district}",
        "give_district": "Give {district.the}",
        "give_district:gold": "Give {district.the} and pay {gold}",
    }
    questions = {"give_district": "Which district do you give for {seat}'s {district}?"}
    topics = {
        "give_district": Topic(
            "Which own district to give in exchange (Diplomat).",
            {"give_district": {**OWN_DISTRICT, "gold": INTEGER}},
        ),
    }
    defaults = {"give_district": (Wish("give_district", CHEAPEST),)}
    events = {
        "exchanged": "{seat} exchanges {given.the} and {gold} for {victim}'s {district}.",
        "exchanged:free": "{seat} exchanges {given.the} for {victim}'s {district}.",
    }
    headlines = ("exchanged",)
    quiet = ("exchanged",)

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
