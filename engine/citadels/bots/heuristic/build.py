"""What to build, and how to pay for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.districts import district_worth, hand_worth, worth_of_city
from engine.citadels.bots.heuristic.outlook import Outlook, Plan, rivalries, standings
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import THIEVES_DEN, playable
from engine.citadels.characters.cardinal import Borrow
from engine.citadels.choices import DistrictChoice
from engine.citadels.districts import DISTRICTS
from engine.citadels.districts.framework import PAY_FRAMEWORK
from engine.citadels.districts.necropolis import Sacrifice
from engine.citadels.districts.thieves_den import PayCard
from engine.citadels.flow.build import PAY_GOLD
from engine.citadels.names import PLAIN
from engine.kernel.frames import Choice

FRAMEWORK, NECROPOLIS = DISTRICTS["framework"].number, DISTRICTS["necropolis"].number
LOST: Final = 99.0


def prices_of(features: Features) -> bytes:
    """Return the price list of this seat's city."""
    card_set = features.card_set
    adjusted = features.owned[features.seat] & card_set.adjust_price.mask
    return (card_set.prices_with(adjusted) if adjusted else card_set.price_list).prices


def build_worth(features: Features, card: int, out: Outlook, w: Profile) -> float:
    """Return what building a card is worth, less its cost."""
    worth = district_worth(features, card, out, w)
    price = prices_of(features)[card]
    gold = features.gold[features.seat]
    if price <= gold:
        worth -= out.gold * price
    else:
        worth -= _other_cost(features, card, price - gold, out, w)
    steps = 2 if card == DISTRICTS["monument"].number else 1
    if out.need <= steps:
        worth += finish_worth(features, worth, w)
    return worth


def finish_worth(features: Features, gain: float, w: Profile) -> float:
    """Return the worth of completing the city, which ends the match: higher with a larger lead."""
    if features.completed:
        return 2.0
    points = standings(features)
    mine = points[features.seat] + gain
    behind = max([p for seat, p in enumerate(points) if seat != features.seat]) - mine
    return w.finish - w.haste * behind if behind > 0.0 else w.finish


def _other_cost(features: Features, card: int, missing: int, out: Outlook, w: Profile) -> float:
    """Return the cost in cards or districts where gold is not enough."""
    gold = features.gold[features.seat]
    character = features.card_set.characters[features.rank]
    if card == THIEVES_DEN or (character is not None and character.name == "cardinal"):
        worths = sorted([hand_worth(features, other, out, w) for other in features.hand])
        return out.gold * gold + sum(worths[:missing], 0.0)
    return _cheapest_loss(features, card, out, w)


def _cheapest_loss(features: Features, card: int, out: Outlook, w: Profile) -> float:
    """Return the least loss from destroying a district for this one."""
    city = features.city[features.seat]
    losses = [
        worth_of_city(features, district, out, w)
        for district in city
        if card == NECROPOLIS or PLAIN[district] == FRAMEWORK
    ]
    return min(losses, default=LOST)


def best_build(
    features: Features, options: Sequence[Choice], out: Outlook, w: Profile, limit: int
) -> tuple[float, Choice]:
    """The best district to build now; with several builds left, one of the best set."""
    found = [
        (build_worth(features, option.district, out, w), place)
        for place, option in enumerate(options)
        if isinstance(option, DistrictChoice)
    ]
    worth, place = max(found)
    left = limit - features.built
    if left > 1 and len(found) > 1:
        together = _best_set(features, options, found, min(left, 3))
        if together is not None:
            place = together
    return worth, options[place]


def _best_set(
    features: Features, options: Sequence[Choice], found: list[tuple[float, int]], most: int
) -> int | None:
    """Return the dearest district of the best set that the gold can pay."""
    prices, gold = prices_of(features), features.gold[features.seat]
    paid = [
        (worth, prices[option.district], place)
        for worth, place in found
        if isinstance(option := options[place], DistrictChoice) and prices[option.district] <= gold
    ]
    best, chosen = 0.0, None
    for count in range(1, most + 1):
        for cards in combinations(paid, count):
            if sum([price for _, price, _ in cards]) <= gold:
                worth = sum([worth for worth, _, _ in cards], 0.0)
                if worth > best:
                    best, chosen = worth, max(cards)[2]
    return chosen


def plans_of(features: Features, out: Outlook, w: Profile) -> list[Plan]:
    """Return the different cards in hand that could be built. Computed once for each decision."""
    plans = out.plans
    if plans is None:
        prices, gold = prices_of(features), out.gold
        plans = out.plans = [
            (prices[card], district_worth(features, card, out, w) - gold * prices[card], card)
            for card in dict.fromkeys(playable(features))
        ]
    return plans


def affordable_best(features: Features, funds: int, out: Outlook, w: Profile) -> tuple[float, int]:
    """Return the worth and number of the best district that ``funds`` can pay, or number -1."""
    best, found = 0.0, -1
    for price, worth, card in out.plans or plans_of(features, out, w):
        if price <= funds and worth > best:
            best, found = worth, card
    return best, found


# -- paying


def payment(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The cheapest way to pay."""
    out = Outlook(features, w)
    costs = [_cost_of(features, option, out, w) for option in options]
    return options[costs.index(min(costs))]


def _cost_of(features: Features, option: Choice, out: Outlook, w: Profile) -> float:
    if option is PAY_GOLD:
        return out.gold * features.sum
    if option is PAY_FRAMEWORK:
        return worth_of_city(features, FRAMEWORK, out, w)
    if isinstance(option, PayCard):
        return hand_worth(features, option.district, out, w) - 0.01
    if isinstance(option, Sacrifice):
        return worth_of_city(features, option.district, out, w)
    if isinstance(option, Borrow):
        return _borrowing(features, option, out, w)
    return LOST


def _borrowing(features: Features, option: Borrow, out: Outlook, w: Profile) -> float:
    """Cards for gold, best from a leader who has little use for cards."""
    missing = features.sum - features.gold[features.seat]
    rivals = rivalries(features, w)
    return out.gold * features.gold[features.seat] + missing * (
        out.card - 0.3 * rivals[option.seat]
    )


def confiscate(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Always confiscate if the warrant is the signed one: the district is free."""
    return options[0]
