"""Building a district (rules 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.citadels.cards import Act, Payment
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.names import district_name
from engine.citadels.state import BIT, Match, MatchFrame
from engine.citadels.verbs import adjust
from engine.kernel.frames import Choice, Decision

if TYPE_CHECKING:
    from engine.citadels.flow.turn import Turn


def price_of(match: Match, seat: int, district: int) -> int:
    """What ``seat`` pays for a district: its cost, as the districts of the city adjust it (rules
    7.2).
    """
    price: int = match.cast.price[district]
    hook = match.cast.adjust_price
    if match.owned[seat] & hook.mask or hook.characters.mask:
        price = adjust(match, hook, price, seat, district)
    return price


def payments(match: Match, build: Build) -> list[Choice]:
    """All ways in which the builder can pay for the district, gold first."""
    out: list[Choice] = []
    if price_of(match, build.seat, build.district) <= match.gold[build.seat]:
        out.append(PAY_GOLD)
    hook = match.cast.offer_payments
    for _, handler in hook.characters.handlers:
        handler(match, build, out)
    present = (match.owned[build.seat] | BIT[build.district]) & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                handler(match, build, out)
    return out


def offer_builds(match: Match, turn: Turn, out: list[Choice]) -> None:
    """Offer every district of the hand that may be built and can be paid (rules 7.1), identical
    cards once.
    """
    cast = match.cast
    seat = turn.seat
    gold = match.gold[seat]
    owned = barred = match.owned[seat]
    if owned & cast.adjust_barred.mask:
        barred = adjust(match, cast.adjust_barred, barred, seat)
    adjusted = owned & cast.adjust_price.mask
    special = cast.offer_payments.mask
    price = cast.price
    for district in match.hand[seat]:
        bit = BIT[district]
        if barred & bit:
            continue
        if (price_of(match, seat, district) if adjusted else price[district]) <= gold or (
            (owned | bit) & special and payments(match, Build(seat, district, turn.rank))
        ):
            barred |= bit
            out.append(BUILD[district])


class BuildDistrict(DistrictChoice, Act):
    """Build a district from the hand."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.built += 1
        match.hand_remove(turn.seat, self.district)
        match.push(Build(turn.seat, self.district, turn.rank))


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

    steps: ClassVar = ("pay_gold_only", "ask_payment", "place")
    fields: ClassVar = ("seat", "district", "rank", "paid")

    def __init__(self, seat: int, district: int, rank: int) -> None:
        self.at = 0
        self.seat = seat
        self.district = district
        self.rank = rank
        self.paid = 0

    def pay_gold_only(self, match: Match) -> None:
        """The usual case: no card knows another way than gold, so there is nothing to ask."""
        hook = match.cast.offer_payments
        if (
            not (match.owned[self.seat] | BIT[self.district]) & hook.mask
            and not hook.characters.mask
        ):
            PAY_GOLD.pay(match, self)
            self.at = PLACE

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


PLACE = Build.steps.index("place")
BUILD = each_district("build", BuildDistrict)
PAY_GOLD = PayGold("pay:gold")
