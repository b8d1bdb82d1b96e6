"""Gather, build, pay, and take what is free."""

from __future__ import annotations

from itertools import combinations
from math import fsum
from typing import Any, Final

from engine.citadels.bots.outlook import Outlook
from engine.citadels.bots.reading import income_of, playable
from engine.citadels.bots.values import (
    best_plan,
    district_worth,
    hand_worth,
    plans_of,
    spare_worth,
    worth_in_city,
)
from engine.citadels.characters.navigator import SAIL_FOR_GOLD
from engine.citadels.choices import DistrictChoice
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.build import BuildDistrict
from engine.citadels.flow.gather import GATHER_CARDS
from engine.citadels.flow.income import TAKE_CARDS, TakeMixed
from engine.citadels.frames import INCOME
from engine.citadels.names import PLAIN
from tablekernel.frames import Choice

FREE: Final = 50.0
"""Free gains come first where waiting gains nothing."""

GATHER: Final = 1.0
LATER: Final = 0.6
"""What can wait until the gold is gathered, but not until the end of the turn."""

FIRST: Final = 10.0
"""What is added to the first district of the best set that the gold can pay."""

LOST: Final = 99.0
FRAMEWORK, NECROPOLIS = DISTRICTS["framework"].number, DISTRICTS["necropolis"].number
THIEVES_DEN, MONUMENT = DISTRICTS["thieves_den"].number, DISTRICTS["monument"].number
GOLD_MINE, LIBRARY = DISTRICTS["gold_mine"].number, DISTRICTS["library"].number
OBSERVATORY, PARK = DISTRICTS["observatory"].number, DISTRICTS["park"].number


def free(o: Outlook, option: Choice) -> float:
    return FREE


def nothing(o: Outlook, option: Choice) -> float:
    return 0.0


# -- gold and cards


def limit_of(o: Outlook) -> int:
    """Return how many districts the current character may build."""
    return o.features.card_set.roles[o.features.rank].limit


def pending_gold(o: Outlook) -> int:
    """Return the gold that the character still gains this turn."""
    features = o.features
    if features.used & INCOME or features.card_set.roles[features.rank].pays == "cards":
        return 0
    return income_of(features, features.seat, features.rank)


def gather(o: Outlook, option: Choice) -> float:
    """Gather gold if it makes a better district affordable now or next turn, and cards if nothing
    is worth saving for.
    """
    if option is not GATHER_CARDS:
        return GATHER
    return GATHER + 0.1 if _wants_cards(o) else GATHER - 0.1


def _wants_cards(o: Outlook) -> bool:
    city, w = o.features.city[o.features.seat], o.w
    plans, limit = plans_of(o), limit_of(o)
    if not plans or not limit:
        return not plans
    funds = o.features.gold[o.features.seat] + pending_gold(o)
    more = 3 if GOLD_MINE in city else 2
    now, then = best_plan(o, funds)[0], best_plan(o, funds + more)[0]
    if o.last:  # only what is built this turn counts
        return then <= now and o.gold <= o.card and (now <= 0.0 or o.card >= 0.5)
    gold = o.gold * more
    if max(plans)[0] > funds:
        gold += then - now + (w.saving if then == now else 0.0)
    drawn = 3 if OBSERVATORY in city else 2
    kept = drawn if LIBRARY in city else 1
    none_left = len(plans) <= max(1, limit) and PARK not in city
    return (o.card * kept + 0.25 * drawn) * (w.empty if none_left else 0.6) > gold


def income(o: Outlook, option: Choice) -> float:
    """Take cards at once, and gold after building the districts that pay it, if they are
    affordable without it.
    """
    features = o.features
    if isinstance(option, TakeMixed):
        cards = 0 if o.last else max(0, 2 - len(playable(features)))
        wanted = max(0, income_of(features, features.seat, features.rank) - cards)
        return FREE - 0.1 * abs(option.gold - wanted)
    if option is not TAKE_CARDS and features.built < limit_of(o):
        gold, card_set = features.gold[features.seat], features.card_set
        card = best_plan(o, gold + pending_gold(o))[1]
        pays = card >= 0 and card_set.type_of[card] == card_set.roles[features.rank].gem
        if pays and o.prices[card] <= gold:
            return LATER
    return FREE


def navigate(o: Outlook, option: Choice) -> float:
    """Take cards for an empty hand, gold otherwise."""
    cards = not o.last and len(playable(o.features)) < 2
    return FREE + (0.1 if cards != (option is SAIL_FOR_GOLD) else 0.0)


def smithy(o: Outlook, option: Choice) -> float:
    """Buy 3 cards for 2 gold if the hand is small and the gold has no other use."""
    wanted = max(0, 3 - len(playable(o.features)))
    if o.last:
        return 3 * o.card - 2 * o.gold - 1.0
    if not wanted:
        return -1.0
    left = o.features.gold[o.features.seat] - 2
    return 0.5 * wanted + o.card - 2 * o.gold - (0.6 if left < 2 else 0.0)


def laboratory(o: Outlook, option: DistrictChoice) -> float:
    """Sell the worst card for 2 gold, if gold is worth more."""
    gold = 2 * o.gold
    if o.last and o.features.built < limit_of(o):
        funds = o.features.gold[o.features.seat]
        gold += best_plan(o, funds + 2)[0] - best_plan(o, funds)[0]
    kept = o.card * (0.3 if len(o.features.hand) > 1 else 1.0)
    return gold - spare_worth(o, option.district) - kept


def museum(o: Outlook, option: DistrictChoice) -> float:
    """Lay the worst card under it, for a point."""
    return 1.0 - 0.7 * spare_worth(o, option.district)


# -- building


def build(o: Outlook, option: DistrictChoice) -> float:
    """Build the district that is worth most beyond its price; first that of the best set."""
    card = option.district
    worth = district_worth(o, card) - _price_worth(o, card)
    if o.need <= (2 if card == MONUMENT else 1):
        worth += finish_worth(o, worth)
    left = limit_of(o) - o.features.built
    if left > 1 and o.first_build < 0:
        o.first_build = _first_of_set(o, min(left, 3))
    return worth + (FIRST if o.first_build == card else 0.0)


def finish_worth(o: Outlook, gain: float) -> float:
    """Return what completing the city is worth, which ends the match: more with a larger lead."""
    if o.features.completed:
        return 2.0
    points = o.city_points()
    own = points[o.features.seat] + gain
    behind = max([p for seat, p in enumerate(points) if seat != o.features.seat]) - own
    return o.w.finish - o.w.haste * max(0.0, behind)


def _price_worth(o: Outlook, card: int) -> float:
    """Return what the district costs: gold, and cards or a district where that is not enough."""
    features, price = o.features, o.prices[card]
    gold = features.gold[features.seat]
    if price <= gold:
        return o.gold * price
    character = features.card_set.characters[features.rank]
    if card == THIEVES_DEN or (character is not None and character.name == "cardinal"):
        worths = sorted([hand_worth(o, other) for other in features.hand])
        return o.gold * gold + fsum(worths[: price - gold])
    losses = [
        worth_in_city(o, district)
        for district in features.city[features.seat]
        if card == NECROPOLIS or PLAIN[district] == FRAMEWORK
    ]
    return min(losses, default=LOST)


def _first_of_set(o: Outlook, most: int) -> int:
    """Return the best district of the best set that the gold can pay, or the end of all numbers."""
    gold, best, found = o.features.gold[o.features.seat], 0.0, 255
    open_now = {option.district for option in o.options if isinstance(option, BuildDistrict)}
    paid = [plan for plan in plans_of(o) if plan[0] <= gold and plan[2] in open_now]
    for count in range(1, most + 1):
        for cards in combinations(paid, count):
            if sum([price for price, _, _ in cards]) <= gold:
                worth = fsum([worth for _, worth, _ in cards])
                if worth > best:
                    best, found = worth, max(cards, key=lambda plan: plan[1])[2]
    return found


def build_at_once(o: Outlook, option: DistrictChoice) -> float:
    """Build the Wizard's card, if the gold is not needed for a better one."""
    features, price = o.features, o.prices[option.district]
    gold = features.gold[features.seat]
    if price > gold:
        return -9.0
    worth = district_worth(o, option.district) - o.gold * price
    if features.built < limit_of(o):
        worth += best_plan(o, gold - price)[0] - best_plan(o, gold)[0]
    return worth + (o.w.finish if o.need <= 1 else 0.0)


# -- paying


def pay(o: Outlook, option: Any) -> float:
    """Pay in gold, or with the Framework."""
    cost = o.gold * o.features.sum if option.key == "pay:gold" else worth_in_city(o, FRAMEWORK)
    return -cost


def pay_card(o: Outlook, option: DistrictChoice) -> float:
    return 0.01 - hand_worth(o, option.district)


def sacrifice(o: Outlook, option: DistrictChoice) -> float:
    return -worth_in_city(o, option.district)


def borrow(o: Outlook, option: Any) -> float:
    """Pay with the cards of another player, best of the leader."""
    gold = o.features.gold[o.features.seat]
    cards = (o.features.sum - gold) * (o.card - 0.3 * o.rival(option.seat))
    return -o.gold * gold - cards
