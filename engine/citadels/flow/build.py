"""Building a district (rules 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.citadels.cards import Act, Payment
from engine.citadels.cast import ZEROS
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.names import BEAUTIFIED, ONE, district_name
from engine.citadels.state import Match, MatchFrame, bits
from engine.citadels.verbs import adjust
from engine.kernel.frames import Choice, Decision

if TYPE_CHECKING:
    from engine.citadels.flow.turn import Turn


def price_of(match: Match, seat: int, district: int) -> int:
    """What ``seat`` pays for a district: its cost, as the districts of the city adjust it (rules
    7.2).
    """
    cast = match.cast
    adjusted = match.owned[seat] & cast.adjust_price.mask
    return (cast.prices_with(adjusted) if adjusted else cast.price_list).prices[district]


def payments(match: Match, build: Build) -> list[Choice]:
    """All ways in which the builder can pay for the district, gold first."""
    out: list[Choice] = []
    if price_of(match, build.seat, build.district) <= match.gold[build.seat]:
        out.append(PAY_GOLD)
    hook = match.cast.offer_payments
    for _, handler in hook.characters.handlers:
        handler(match, build, out)
    present = (match.owned[build.seat] | bits(ONE[build.district])) & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                handler(match, build, out)
    return out


def only_gold_pays(match: Match, seat: int, district: int) -> bool:
    """Whether no card in play offers another payment: no character, no district of the city, and
    not the district itself.
    """
    hook = match.cast.offer_payments
    return not (match.owned[seat] & hook.mask or hook.characters.mask or district in hook.numbers)


def offer_builds(match: Match, turn: Turn, out: list[Choice]) -> None:
    """Offer every district of the hand that may be built and can be paid (rules 7.1), identical
    cards once.
    """
    cast = match.cast
    seat = turn.seat
    gold = match.gold[seat]
    owned = match.owned[seat]
    barred = match.city[seat]
    if owned & cast.adjust_barred.mask:
        barred = adjust(match, cast.adjust_barred, barred, seat)
    adjusted = owned & cast.adjust_price.mask
    price_list = cast.prices_with(adjusted) if adjusted else cast.price_list
    prices = price_list.prices
    hook = cast.offer_payments
    least = ZEROS if owned & hook.mask or hook.characters.mask else price_list.least
    for card in match.hand[seat]:
        if least[card] <= gold and card not in barred and card + BEAUTIFIED not in barred:
            choice = BUILD[card]
            if choice not in out and (
                prices[card] <= gold or payments(match, Build(seat, card, turn.rank))
            ):
                out.append(choice)


class BuildDistrict(DistrictChoice, Act):
    """Build a district from the hand. Where only gold pays, there is nothing to ask."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.built += 1
        match.hand_remove(turn.seat, self.district)
        build = Build(turn.seat, self.district, turn.rank)
        if only_gold_pays(match, turn.seat, self.district):
            PAY_GOLD.pay(match, build)
            build.place(match)
        else:
            match.stack.append(build)


class PayGold(Payment):
    """Pay the price in gold."""

    __slots__ = ()

    def pay(self, match: Match, build: Build) -> None:
        price = price_of(match, build.seat, build.district)
        match.gold[build.seat] -= price
        build.paid = price


class Build(MatchFrame):
    """A district on its way from the hand of ``seat`` into the city; ``paid`` is the gold paid for
    it.
    """

    __slots__ = ("district", "paid", "rank", "seat")

    steps: ClassVar = ("ask_payment", "place")
    fields: ClassVar = ("seat", "district", "rank", "paid")

    def __init__(self, seat: int, district: int, rank: int) -> None:
        self.at = 0
        self.seat = seat
        self.district = district
        self.rank = rank
        self.paid = 0

    def ask_payment(self, match: Match) -> Decision:
        return Decision(self.seat, "payment", payments(match, self))

    def answer_payment(self, match: Match, choice: Payment) -> None:
        choice.pay(match, self)

    def place(self, match: Match) -> None:
        if match.events is not None:
            name = district_name(self.district)
            match.tell("built", {"seat": self.seat, "district": name, "gold": self.paid})
        match.city_add(self.seat, self.district)

    def copy(self) -> Build:
        new = object.__new__(Build)
        new.at = self.at
        new.seat = self.seat
        new.district = self.district
        new.rank = self.rank
        new.paid = self.paid
        return new


BUILD = each_district("build", BuildDistrict)
PAY_GOLD = PayGold("pay:gold")
