"""What to build, and how to pay for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from engine.citadels.bots.features import Facts
from engine.citadels.bots.heuristic.districts import district_worth, hand_worth, standing_worth
from engine.citadels.bots.heuristic.outlook import Outlook, Plan, rivalries, standings
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import THIEVES_DEN, playable
from engine.citadels.characters.cardinal import Borrow
from engine.citadels.choices import DistrictChoice
from engine.citadels.districts.framework import PAY_FRAMEWORK
from engine.citadels.districts.necropolis import Sacrifice
from engine.citadels.districts.thieves_den import PayCard
from engine.citadels.flow.build import PAY_GOLD
from engine.citadels.names import NUMBER_OF, PLAIN
from engine.kernel.frames import Choice

FRAMEWORK, NECROPOLIS = NUMBER_OF["framework"], NUMBER_OF["necropolis"]
LOST: Final = 99.0


def prices_of(facts: Facts) -> bytes:
    """The price list of this seat's city."""
    card_set = facts.card_set
    adjusted = facts.owned[facts.seat] & card_set.adjust_price.mask
    return (card_set.prices_with(adjusted) if adjusted else card_set.price_list).prices


def build_worth(facts: Facts, card: int, out: Outlook, w: Profile) -> float:
    """What building a card is worth, less what it costs."""
    worth = district_worth(facts, card, out, w)
    price = prices_of(facts)[card]
    gold = facts.gold[facts.seat]
    if price <= gold:
        worth -= out.gold * price
    else:
        worth -= _other_cost(facts, card, price - gold, out, w)
    steps = 2 if card == NUMBER_OF["monument"] else 1
    if out.need <= steps:
        worth += finish_worth(facts, worth, w)
    return worth


def finish_worth(facts: Facts, gain: float, w: Profile) -> float:
    """Completing the city ends the match: the better the further ahead."""
    if facts.completed:
        return 2.0
    points = standings(facts)
    mine = points[facts.seat] + gain
    behind = max([p for seat, p in enumerate(points) if seat != facts.seat]) - mine
    return w.finish - w.haste * behind if behind > 0.0 else w.finish


def _other_cost(facts: Facts, card: int, missing: int, out: Outlook, w: Profile) -> float:
    """What it costs where gold is not enough: cards, or a district."""
    gold = facts.gold[facts.seat]
    character = facts.card_set.characters[facts.rank]
    if card == THIEVES_DEN or (character is not None and character.name == "cardinal"):
        worths = sorted([hand_worth(facts, other, out, w) for other in facts.hand])
        return out.gold * gold + sum(worths[:missing], 0.0)
    return _cheapest_loss(facts, card, out, w)


def _cheapest_loss(facts: Facts, card: int, out: Outlook, w: Profile) -> float:
    """The least that a district destroyed for this one takes with it."""
    city = facts.city[facts.seat]
    losses = [
        standing_worth(facts, district, out, w)
        for district in city
        if card == NECROPOLIS or PLAIN[district] == FRAMEWORK
    ]
    return min(losses, default=LOST)


def best_build(
    facts: Facts, options: Sequence[Choice], out: Outlook, w: Profile, limit: int
) -> tuple[float, Choice]:
    """The best district to build now; with several builds left, one of the best set."""
    found = [
        (build_worth(facts, option.district, out, w), place)
        for place, option in enumerate(options)
        if isinstance(option, DistrictChoice)
    ]
    worth, place = max(found)
    left = limit - facts.built
    if left > 1 and len(found) > 1:
        together = _best_set(facts, options, found, min(left, 3))
        if together is not None:
            place = together
    return worth, options[place]


def _best_set(
    facts: Facts, options: Sequence[Choice], found: list[tuple[float, int]], most: int
) -> int | None:
    """The dearest of the set of districts that bring most together, as far as the gold goes."""
    prices, gold = prices_of(facts), facts.gold[facts.seat]
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


def plans_of(facts: Facts, out: Outlook, w: Profile) -> list[Plan]:
    """The different cards of the hand that could be built, worked out once for a decision."""
    plans = out.plans
    if plans is None:
        prices, gold = prices_of(facts), out.gold
        plans = out.plans = [
            (prices[card], district_worth(facts, card, out, w) - gold * prices[card], card)
            for card in dict.fromkeys(playable(facts))
        ]
    return plans


def affordable_best(facts: Facts, funds: int, out: Outlook, w: Profile) -> tuple[float, int]:
    """What the best district that ``funds`` can pay is worth, and its number; -1 if there is
    none.
    """
    best, found = 0.0, -1
    for price, worth, card in out.plans or plans_of(facts, out, w):
        if price <= funds and worth > best:
            best, found = worth, card
    return best, found


# -- paying


def payment(facts: Facts, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The way to pay that costs least."""
    out = Outlook(facts, w)
    costs = [_cost_of(facts, option, out, w) for option in options]
    return options[costs.index(min(costs))]


def _cost_of(facts: Facts, option: Choice, out: Outlook, w: Profile) -> float:
    if option is PAY_GOLD:
        return out.gold * facts.sum
    if option is PAY_FRAMEWORK:
        return standing_worth(facts, FRAMEWORK, out, w)
    if isinstance(option, PayCard):
        return hand_worth(facts, option.district, out, w) - 0.01
    if isinstance(option, Sacrifice):
        return standing_worth(facts, option.district, out, w)
    if isinstance(option, Borrow):
        return _borrowing(facts, option, out, w)
    return LOST


def _borrowing(facts: Facts, option: Borrow, out: Outlook, w: Profile) -> float:
    """Cards for gold; best of who is ahead, and has few cards that he could use."""
    missing = facts.sum - facts.gold[facts.seat]
    rivals = rivalries(facts, w)
    return out.gold * facts.gold[facts.seat] + missing * (out.card - 0.3 * rivals[option.seat])


def confiscate(facts: Facts, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """A district for nothing is always taken, if the warrant is the signed one."""
    return options[0]
