"""Gold or cards: gathering, incomes, and which drawn cards to keep."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.build import affordable_best, plans_of, prices_of
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.districts import hand_worth
from engine.citadels.bots.heuristic.outlook import Outlook
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import income_of, playable
from engine.citadels.characters.navigator import SAIL_FOR_GOLD
from engine.citadels.choices import DistrictChoice
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.gather import GATHER_CARDS, GATHER_GOLD
from engine.citadels.flow.income import TAKE_CARDS, TakeMixed
from engine.citadels.frames import INCOME
from engine.kernel.frames import Choice

FREE: Final = 50.0
"""Take free resources at once if waiting gains nothing."""
BEFORE_THE_END: Final = 0.6

GOLD_MINE, LIBRARY = DISTRICTS["gold_mine"].number, DISTRICTS["library"].number
OBSERVATORY, PARK = DISTRICTS["observatory"].number, DISTRICTS["park"].number


def pending(features: Features) -> int:
    """Return the gold that the character still gains this turn."""
    rank, card_set = features.rank, features.card_set
    gold = 0
    if not features.used & INCOME and card_set.roles[rank].pays != "cards":
        gold = income_of(features, features.seat, rank)
    return gold


def gather(features: Features, out: Outlook, w: Profile) -> Choice:
    """Gold if it makes a better district affordable now or next turn; cards if nothing is worth
    saving for.
    """
    city = features.city[features.seat]
    funds = features.gold[features.seat] + pending(features)
    more = 3 if GOLD_MINE in city else 2
    if not features.card_set.roles[features.rank].limit:
        return GATHER_GOLD if playable(features) else GATHER_CARDS
    plans = plans_of(features, out, w)
    if not plans:
        return GATHER_CARDS
    if out.last:
        return _gather_at_the_end(features, out, w, funds, more)
    rest = len(plans) - max(1, features.card_set.roles[features.rank].limit)
    gold = out.gold * more
    if max(plans)[0] > funds:
        now, _ = affordable_best(features, funds, out, w)
        then, _ = affordable_best(features, funds + more, out, w)
        gold += (then - now) + (w.saving if then == now else 0.0)
    drawn = 3 if OBSERVATORY in city else 2
    kept = drawn if LIBRARY in city else 1
    wanted = w.empty if rest <= 0 else 0.6
    if PARK in city and rest <= 0:
        wanted = 0.6
    cost = (out.card * kept + 0.25 * drawn) * wanted
    return GATHER_CARDS if cost > gold else GATHER_GOLD


def _gather_at_the_end(
    features: Features, out: Outlook, w: Profile, funds: int, more: int
) -> Choice:
    """Only what is built this turn counts."""
    now, _ = affordable_best(features, funds, out, w)
    then, _ = affordable_best(features, funds + more, out, w)
    if then > now or out.gold > out.card:
        return GATHER_GOLD
    return GATHER_GOLD if now > 0.0 and out.card < 0.5 else GATHER_CARDS


def keep_card(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The card that is worth most in the hand."""
    out = Outlook(features, w)
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        worth = hand_worth(features, option.district, out, w)
        if option.district in features.hand:
            worth *= 0.4
        worths.append(worth)
    return most_worth(options, worths)[1]


def income(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Cards at once. Gold after building the districts that pay it, if they are affordable without
    it.
    """
    first = group[0]
    if isinstance(first, TakeMixed):
        return FREE, _choose_mixed(features, group, out)
    if first is TAKE_CARDS:
        return FREE, first
    gold = features.gold[features.seat]
    if features.built < features.card_set.roles[features.rank].limit:
        _, card = affordable_best(features, gold + pending(features), out, w)
        pays = (
            features.card_set.type_of[card] == features.card_set.roles[features.rank].gem
            if card >= 0
            else False
        )
        if pays and prices_of(features)[card] <= gold:
            return BEFORE_THE_END, first
    return FREE, first


def _choose_mixed(features: Features, group: Sequence[Choice], out: Outlook) -> Choice:
    """One or two cards for an empty hand, the rest in gold."""
    cards = 0
    if not out.last:
        cards = max(0, 2 - len(playable(features)))
    count = income_of(features, features.seat, features.rank)
    wanted = max(0, count - cards)
    return min(
        group, key=lambda option: abs(option.gold - wanted) if isinstance(option, TakeMixed) else 9
    )


def navigate(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Cards for an empty hand, gold otherwise."""
    if len(group) > 1 and not out.last and len(playable(features)) < 2:
        return FREE, group[1]
    return FREE, SAIL_FOR_GOLD
