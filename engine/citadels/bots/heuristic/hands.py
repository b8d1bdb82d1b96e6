"""Cards of hands: those of others, and what to do with one's own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.citadels.bots.features import Facts
from engine.citadels.bots.heuristic.build import affordable_best, prices_of
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.districts import district_worth, hand_worth
from engine.citadels.bots.heuristic.outlook import Outlook, rivalries
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import has, playable
from engine.citadels.characters.spy import LookForType
from engine.citadels.characters.wizard import BuildAtOnce
from engine.citadels.choices import STOP, DistrictChoice, SeatChoice
from engine.citadels.names import NUMBER_OF
from engine.kernel.frames import Choice

PARK, MAP_ROOM = NUMBER_OF["park"], NUMBER_OF["map_room"]


def hand_worths(facts: Facts, out: Outlook, w: Profile) -> list[float]:
    """What each card of the own hand is worth; a second copy next to nothing."""
    found, met = [], set()
    for card in facts.hand:
        found.append(0.1 if card in met else hand_worth(facts, card, out, w))
        met.add(card)
    return found


def unknown_hand(size: int, w: Profile) -> float:
    """What an unknown hand of a size is worth: the more cards, the less each of them."""
    return w.typical * size - 0.08 * size * size


def swap(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The largest hand, if it beats the own one; after building what can be built."""
    if out.last and out.card < 0.5:
        return -1.0, group[0]
    mine = sum(hand_worths(facts, out, w), 0.0)
    rivals = rivalries(facts, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, SeatChoice)
        theirs = unknown_hand(facts.sizes[option.seat], w)
        worth = (theirs - mine) * (1.0 + 0.5 * rivals[option.seat])
        worths.append(worth)
    best, chosen = most_worth(group, worths)
    return best * w.card, chosen


def redraw(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """If some of the cards are of no use."""
    poor = sum([worth < 0.8 for worth in hand_worths(facts, out, w)])
    return (0.9 * poor * w.card - 0.2 if not out.last else -1.0), group[0]


def discard_card(facts: Facts, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Every card that is worth less than an unknown one; at least one."""
    out = Outlook(facts, w)
    worst, chosen = _worst(facts, options, out, w)
    if options[-1] is STOP and worst >= 1.0:
        return STOP
    return chosen


def _worst(
    facts: Facts, options: Sequence[Choice], out: Outlook, w: Profile
) -> tuple[float, Choice]:
    """The card that is worth least, and what."""
    least, chosen = 99.0, options[0]
    for option in options:
        if not isinstance(option, DistrictChoice):
            continue
        card = option.district
        worth = hand_worth(facts, card, out, w)
        if facts.hand.count(card) > 1:
            worth = min(worth, 0.1)
        if worth < least:
            least, chosen = worth, option
    return least, chosen


def give_card(facts: Facts, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """What is worth least here; it may well be built there."""
    out = Outlook(facts, w)
    other = facts.other
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        card = option.district
        worth = -hand_worth(facts, card, out, w)
        if facts.hand.count(card) > 1:
            worth = -0.1
        if other >= 0 and has(facts, other, card):
            worth += 0.3
        worths.append(worth)
    return most_worth(options, worths)[1]


def spy(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """As many hits as can be expected, each a card and, as far as there is any, a gold."""
    shares = _shares(facts)
    rivals = rivalries(facts, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, LookForType)
        found = facts.sizes[option.seat] * shares[option.type]
        gold = min(found, float(facts.gold[option.seat]))
        worth = found * out.card + gold * (out.gold + 0.4 * rivals[option.seat])
        worth += rng.random() * 0.5 * w.noise
        worths.append(worth)
    best, chosen = most_worth(group, worths)
    return best + 0.3, chosen


def _shares(facts: Facts) -> list[float]:
    """How much of what this seat has not seen is of each type."""
    type_of = facts.card_set.type_of
    counts = [0] * 5
    for card in facts.card_set.deck:
        counts[type_of[card]] += 1
    for city in facts.city:
        for card in city:
            counts[type_of[card]] -= 1
    for card in facts.hand:
        counts[type_of[card]] -= 1
    total = sum(counts) or 1
    return [count / total for count in counts]


def look(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The largest hand, once there is gold to build with; who leads rather than others."""
    rivals = rivalries(facts, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, SeatChoice)
        worth = 1.0 + 0.3 * min(facts.sizes[option.seat], 6) + 0.6 * rivals[option.seat]
        worths.append(worth)
    return most_worth(group, worths)


def wizard_card(facts: Facts, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Build it at once if the gold is not needed for something better; else take the best card."""
    out = Outlook(facts, w)
    prices, gold = prices_of(facts), facts.gold[facts.seat]
    open_build = facts.built < facts.card_set.roles[facts.rank].limit
    planned, _ = affordable_best(facts, gold, out, w) if open_build else (0.0, -1)
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        card = option.district
        if isinstance(option, BuildAtOnce):
            price = prices[card]
            if price > gold:
                worths.append(-9.0)
                continue
            worth = district_worth(facts, card, out, w) - out.gold * price
            rest = affordable_best(facts, gold - price, out, w)[0] if open_build else 0.0
            worth += rest - planned
            if out.need <= 1:
                worth += w.finish
        else:
            worth = hand_worth(facts, card, out, w)
            if card in facts.hand:
                worth *= 0.3
        worths.append(worth)
    return most_worth(options, worths)[1]


def laboratory(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The worst card for 2 gold, if gold is worth more."""
    worst, chosen = _worst(facts, group, out, w)
    gold = 2 * out.gold
    if out.last and facts.built < facts.card_set.roles[facts.rank].limit:
        funds = facts.gold[facts.seat]
        gold += affordable_best(facts, funds + 2, out, w)[0]
        gold -= affordable_best(facts, funds, out, w)[0]
    return gold - worst - out.card * (0.3 if len(facts.hand) > 1 else 1.0), chosen


def museum(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """A point for the worst card, once nothing better is done with it this turn."""
    worst, chosen = _worst(facts, group, out, w)
    return 1.0 - 0.7 * worst, chosen


def smithy(
    facts: Facts, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """3 cards for 2 gold: for a hand that has few, with gold that nothing else needs."""
    if out.last:
        return (1.0 if MAP_ROOM in facts.city[facts.seat] else -1.0), group[0]
    wanted = max(0, 3 - len(playable(facts)))
    if not wanted:
        return -1.0, group[0]
    left = facts.gold[facts.seat] - 2
    return 0.5 * wanted + out.card - 2 * out.gold - (0.6 if left < 2 else 0.0), group[0]
