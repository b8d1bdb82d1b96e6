"""Building a district (rules 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.card_set import ANY, BEYOND, DEAR, Role
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Build, Turn
from engine.citadels.names import BEAUTIFIED, NOBODY, PLAIN, district_name
from engine.citadels.state import BIT, UNKNOWN, Match
from engine.citadels.verbs import adjust, announce
from tablekernel.frames import Choice, Question


def price_of(match: Match, seat: int, district: int) -> int:
    """Return what ``seat`` pays for a district: its cost, adjusted by the districts of the city
    (rules 7.2).
    """
    card_set = match.card_set
    adjusted = match.owned[seat] & card_set.adjust_price.mask
    return (card_set.prices_with(adjusted) if adjusted else card_set.price_list).prices[district]


def payments(match: Match, build: Build) -> list[Act]:
    """Return all ways in which the builder can pay the rest of the price, gold first."""
    out: list[Act] = []
    if build.owed <= match.gold[build.seat]:
        out.append(PAY_GOLD)
    hook = match.card_set.offer_payments
    own = hook.by_rank[build.rank]
    if own is not None:
        own(match, build, out)
    present = (match.owned[build.seat] | BIT[build.district]) & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                handler(match, build, out)
    return out


def offer_builds(
    match: Match,
    turn: Turn,
    role: Role,
    cards: bytes,
    acts: Mapping[int, BuildDistrict],
    out: list[Choice],
) -> None:
    """Offer every district of ``cards`` that may be built and can be paid (rules 7.1), identical
    cards once.
    """
    card_set = match.card_set
    seat = turn.seat
    gold = match.gold[seat]
    barred = match.city[seat]
    price_list = card_set.price_list
    within = price_list.within[gold if gold < DEAR else DEAR]
    uncertain = card_set.uncertain
    special = role.ways_to_build
    owned = match.owned[seat] & card_set.builders
    if owned or special:  # some card in play may affect this
        price_list = card_set.prices_with(owned & card_set.adjust_price.mask)
        within = price_list.within[gold if gold < DEAR else DEAR]
        if special or owned & card_set.adjust_barred.mask:
            barred = adjust(match, card_set.adjust_barred, barred, seat, turn)
        if special or owned & card_set.offer_payments.mask:
            within, uncertain = ANY, ALL
    if not barred.isascii():  # some have coins
        barred = barred.translate(PLAIN)
    for card in cards.translate(within):
        if card == BEYOND or card in barred:
            continue
        act = acts[card]
        if act not in out and (
            card not in uncertain or can_build(match, turn, act, price_list.prices[card])
        ):
            out.append(act)


def can_build(match: Match, turn: Turn, act: BuildDistrict, price: int) -> bool:
    """True if a district allows itself to be built, and can be paid."""
    if act.district in match.card_set.adjust_may_build.numbers and not may_build(
        match, turn.seat, act.district
    ):
        return False
    return price <= match.gold[turn.seat] or bool(
        payments(match, act.build(match, turn, price, drawn=False))
    )


def may_build(match: Match, seat: int, district: int) -> bool:
    """True if a district allows itself to be built (rules 7.1)."""
    return all(
        handler(match, True, seat)
        for bit, handler in match.card_set.adjust_may_build.districts.handlers
        if bit == BIT[district]
    )


ALL: Final = bytes(range(BEAUTIFIED))
"""All districts, where each must be checked for payment."""


class BuildDistrict(DistrictChoice):
    """Build a district from the hand. Nothing is asked unless some card in play offers a payment
    other than gold: the character, a district of the city, or the district itself.
    """

    def build(self, match: Match, turn: Turn, price: int, *, drawn: bool) -> Build:
        """Return the build that this act begins. ``drawn`` means that the card has left the
        hand.
        """
        spare = len(match.hand[turn.seat]) - (not drawn)
        return BuildFrame(turn.seat, self.district, turn.rank, price, spare)

    def play(self, match: Match, turn: Turn) -> None:
        if self.district not in match.card_set.roles[turn.rank].uncounted:
            turn.built += 1
        match.hand_remove(turn.seat, self.district)
        self.begin(match, turn)

    def begin(self, match: Match, turn: Turn) -> None:
        """Pay and place at once, or with a frame that asks and may be interrupted."""
        card_set = match.card_set
        seat = turn.seat
        district = self.district
        price = price_of(match, seat, district)
        hook = card_set.offer_payments
        if (
            card_set.on_district_paid.has_listeners
            or match.owned[seat] & hook.mask
            or hook.by_rank[turn.rank] is not None
            or district in hook.numbers
        ):
            match.stack.append(self.build(match, turn, price, drawn=True))
        else:
            match.gold[seat] -= price
            turn.spent += price
            raise_district(match, turn, seat, district, price)


class PayGold(Act):
    """Pay the rest in gold."""

    def pay(self, match: Match, build: Build) -> None:
        match.gold[build.seat] -= build.owed
        build.paid += build.owed
        build.owed = 0


class BuildFrame(Build):
    """The steps of a build: payment, interrupts, placement."""

    id: ClassVar = "build"
    steps: ClassVar = ("ask_payment", "announce_payment", "place")

    def ask_payment(self, match: Match) -> Question:
        """Ask how to pay. Where cards of the hand may be chosen, ask even with one option: an
        instant answer would reveal that they are alike.
        """
        options = payments(match, self)
        secret = any(option.of_hand for option in options)
        return self.seat, "payment", options, secret

    def context(self, match: Match) -> dict[str, Any]:
        return {"district": district_name(self.district), "owed": self.owed}

    def answer_payment(self, match: Match, choice: Act) -> bool:
        """Ask again while something is owed."""
        choice.pay(match, self)
        return self.owed > 0

    def announce_payment(self, match: Match) -> None:
        """Announce a paid build, which may be interrupted (rules 7.3.5); unpaid ones may not."""
        if not self.unpaid:
            match.turn.paid += 1
            if match.events is not None:
                name = district_name(self.district)
                match.tell("paid", {"seat": self.seat, "district": name, "gold": self.paid})
            announce(match, match.card_set.on_district_paid, self)

    def place(self, match: Match) -> None:
        """Put it into the city of the builder, or of the player who took it for free (rules 7.3.5
        to 9).
        """
        turn = match.turn
        if self.taker == NOBODY:
            turn.spent += self.paid
            raise_district(match, turn, self.seat, self.district, self.paid)
        else:
            raise_district(match, turn, self.taker, self.district, 0)

    def hide(self, match: Match, seat: int) -> None:
        """Hide what is being built, and its price, until it is paid."""
        if seat != self.seat and self.at <= self.steps.index("announce_payment"):
            self.district = UNKNOWN
            self.owed = 0

    def copy(self) -> BuildFrame:
        new = BuildFrame(self.seat, self.district, self.rank, self.owed, self.spare)
        new.at = self.at
        new.paid = self.paid
        new.begun = self.begun
        new.unpaid = self.unpaid
        new.taker = self.taker
        return new


def raise_district(match: Match, turn: Turn, seat: int, district: int, gold: int) -> None:
    """Put a district paid with ``gold`` into the city of ``seat``."""
    if match.events is not None:
        name = district_name(district)
        match.tell("built", {"seat": seat, "district": name, "gold": gold})
    match.city_add(seat, district)
    for _, handler in match.card_set.on_built.characters.handlers:
        handler(match, seat, turn)


BUILD: Final = each_district("build", BuildDistrict).choices
PAY_GOLD: Final = PayGold("pay:gold")
