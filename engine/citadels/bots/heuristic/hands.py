"""Decide about cards in hands, own and others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.build import affordable_best, prices_of
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.districts import district_worth, hand_worth
from engine.citadels.bots.heuristic.outlook import Outlook, rivalries
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import has, playable
from engine.citadels.characters.spy import LookForType
from engine.citadels.characters.wizard import BuildAtOnce
from engine.citadels.choices import STOP, DistrictChoice, SeatChoice
from engine.citadels.districts import DISTRICTS
from engine.kernel.frames import Choice

PARK, MAP_ROOM = DISTRICTS["park"].number, DISTRICTS["map_room"].number


def hand_worths(features: Features, out: Outlook, w: Profile) -> list[float]:
    """Return what each card of the own hand is worth. A second copy is worth almost nothing."""
    found, met = [], set()
    for card in features.hand:
        found.append(0.1 if card in met else hand_worth(features, card, out, w))
        met.add(card)
    return found


def unknown_hand(size: int, w: Profile) -> float:
    """Return what an unknown hand of a size is worth. Each further card adds less."""
    return w.typical * size - 0.08 * size * size


def swap(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The largest hand, if it beats the own one, after building what is affordable."""
    if out.last and out.card < 0.5:
        return -1.0, group[0]
    mine = sum(hand_worths(features, out, w), 0.0)
    rivals = rivalries(features, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, SeatChoice)
        theirs = unknown_hand(features.sizes[option.seat], w)
        worth = (theirs - mine) * (1.0 + 0.5 * rivals[option.seat])
        worths.append(worth)
    best, chosen = most_worth(group, worths)
    return best * w.card, chosen


def redraw(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """If some of the cards are useless."""
    poor = sum([worth < 0.8 for worth in hand_worths(features, out, w)])
    return (0.9 * poor * w.card - 0.2 if not out.last else -1.0), group[0]


def discard_card(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Every card that is worth less than an unknown one; at least one."""
    out = Outlook(features, w)
    worst, chosen = _worst(features, options, out, w)
    if options[-1] is STOP and worst >= 1.0:
        return STOP
    return chosen


def _worst(
    features: Features, options: Sequence[Choice], out: Outlook, w: Profile
) -> tuple[float, Choice]:
    """Return the card that is worth least, and its worth."""
    least, chosen = 99.0, options[0]
    for option in options:
        if not isinstance(option, DistrictChoice):
            continue
        card = option.district
        worth = hand_worth(features, card, out, w)
        if features.hand.count(card) > 1:
            worth = min(worth, 0.1)
        if worth < least:
            least, chosen = worth, option
    return least, chosen


def give_card(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The card that is worth least here. The opponent may build it."""
    out = Outlook(features, w)
    other = features.other
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        card = option.district
        worth = -hand_worth(features, card, out, w)
        if features.hand.count(card) > 1:
            worth = -0.1
        if other >= 0 and has(features, other, card):
            worth += 0.3
        worths.append(worth)
    return most_worth(options, worths)[1]


def spy(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The most expected matches, each for a card and, as far as the other player has any, a
    gold.
    """
    shares = _shares(features)
    rivals = rivalries(features, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, LookForType)
        found = features.sizes[option.seat] * shares[option.type]
        gold = min(found, float(features.gold[option.seat]))
        worth = found * out.card + gold * (out.gold + 0.4 * rivals[option.seat])
        worth += rng.random() * 0.5 * w.noise
        worths.append(worth)
    best, chosen = most_worth(group, worths)
    return best + 0.3, chosen


def _shares(features: Features) -> list[float]:
    """Return the share of each type among the cards that this seat has not seen."""
    type_of = features.card_set.type_of
    counts = [0] * 5
    for card in features.card_set.deck:
        counts[type_of[card]] += 1
    for city in features.city:
        for card in city:
            counts[type_of[card]] -= 1
    for card in features.hand:
        counts[type_of[card]] -= 1
    total = sum(counts) or 1
    return [count / total for count in counts]


def look(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The largest hand, once there is gold to build with; preferably the leader's."""
    rivals = rivalries(features, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, SeatChoice)
        worth = 1.0 + 0.3 * min(features.sizes[option.seat], 6) + 0.6 * rivals[option.seat]
        worths.append(worth)
    return most_worth(group, worths)


def wizard_card(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Build the card at once if the gold is not needed for a better one; otherwise take the best
    card.
    """
    out = Outlook(features, w)
    prices, gold = prices_of(features), features.gold[features.seat]
    open_build = features.built < features.card_set.roles[features.rank].limit
    planned, _ = affordable_best(features, gold, out, w) if open_build else (0.0, -1)
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        card = option.district
        if isinstance(option, BuildAtOnce):
            price = prices[card]
            if price > gold:
                worths.append(-9.0)
                continue
            worth = district_worth(features, card, out, w) - out.gold * price
            rest = affordable_best(features, gold - price, out, w)[0] if open_build else 0.0
            worth += rest - planned
            if out.need <= 1:
                worth += w.finish
        else:
            worth = hand_worth(features, card, out, w)
            if card in features.hand:
                worth *= 0.3
        worths.append(worth)
    return most_worth(options, worths)[1]


def laboratory(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The worst card for 2 gold, if gold is worth more."""
    worst, chosen = _worst(features, group, out, w)
    gold = 2 * out.gold
    if out.last and features.built < features.card_set.roles[features.rank].limit:
        funds = features.gold[features.seat]
        gold += affordable_best(features, funds + 2, out, w)[0]
        gold -= affordable_best(features, funds, out, w)[0]
    return gold - worst - out.card * (0.3 if len(features.hand) > 1 else 1.0), chosen


def museum(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """A point for the worst card, when it has no better use this turn."""
    worst, chosen = _worst(features, group, out, w)
    return 1.0 - 0.7 * worst, chosen


def smithy(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """3 cards for 2 gold: for a small hand, with gold that has no other use."""
    if out.last:
        return (1.0 if MAP_ROOM in features.city[features.seat] else -1.0), group[0]
    wanted = max(0, 3 - len(playable(features)))
    if not wanted:
        return -1.0, group[0]
    left = features.gold[features.seat] - 2
    return 0.5 * wanted + out.card - 2 * out.gold - (0.6 if left < 2 else 0.0), group[0]
