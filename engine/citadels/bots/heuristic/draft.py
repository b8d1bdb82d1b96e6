"""Choose characters: what they are worth in general, and to the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.heuristic.build import affordable_best, plans_of
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.outlook import Outlook, rivalries
from engine.citadels.bots.heuristic.suspects import suspicions
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import income_of
from engine.citadels.choices import CharacterChoice, SeatChoice
from engine.citadels.districts.theater import SwapOneOfTwo
from engine.citadels.names import TRADE
from engine.kernel.frames import Choice

GATHERED: Final = 2
"""The gold that every turn gains."""


class Hand:
    """What the own cards promise with the gold of a usual turn, computed once for each draft. By
    rank: what everyone expects of this seat, and how likely others name it there.
    """

    __slots__ = ("appeals", "best", "cards", "costs", "gold", "named", "out")

    def __init__(self, features: Features, w: Profile) -> None:
        seat = features.seat
        self.appeals = [0.0] * 10
        for rank in features.card_set.ranks:
            self.appeals[rank] = appeal(features, seat, rank, w)
        self.named = _estimate_suspicion(features, self.appeals)
        self.out = Outlook(features, w)
        self.gold = features.gold[features.seat] + GATHERED
        plans = sorted(plans_of(features, self.out, w))
        self.cards = [card for _, _, card in plans]
        self.costs = [price for price, _, _ in plans]
        self.best, _ = affordable_best(features, self.gold, self.out, w)

    def builds(self, gold: int, most: int) -> int:
        """Return how many districts can be paid."""
        count = 0
        for price in self.costs[:most]:
            gold -= price
            if gold < 0:
                break
            count += 1
        return count


def _estimate_suspicion(features: Features, appeals: list[float]) -> list[float]:
    """Return by rank how likely others look for this seat there. Nobody does if rank 1 lies face
    up.
    """
    card_set = features.card_set
    found = [0.0] * 10
    if features.face_up & 2 or features.mine & 2:
        return found
    total = 0.0
    for rank in card_set.ranks:
        if rank > 1 and not features.face_up >> rank & 1:
            suits = max(0.0, 0.3 + appeals[rank])
            found[rank] = suits * suits
            total += found[rank]
    return [suits / (total or 1.0) for suits in found]


def own_worth(features: Features, rank: int, hand: Hand, w: Profile) -> float:
    """Return what a character is worth to this seat, given its own cards."""
    card_set = features.card_set
    name = card_set.character(rank).name
    worth = hand.appeals[rank]
    gold = hand.gold + _brings(features, name)
    if card_set.roles[rank].idle is not None and card_set.roles[rank].pays != "cards":
        gold += income_of(features, features.seat, rank)
    worth -= w.danger * hand.named[rank] * (w.turn + w.gold * features.gold[features.seat])
    limit = card_set.roles[rank].limit
    if limit:
        if gold > hand.gold:
            worth += w.afford * (affordable_best(features, gold, hand.out, w)[0] - hand.best)
        builds = hand.builds(gold, limit + (1 if name == "wizard" else 0))
        worth += _closing(features, rank, builds, hand, w)
        worth += _several(features, name, gold, builds, hand, w)
    elif hand.best > 0.0:
        worth -= 0.5 * w.no_build
    return worth


def _brings(features: Features, name: str) -> int:
    """Return the certain gold besides the income."""
    if name in ("merchant", "abbot"):
        return 1
    return features.taxes if name == "tax_collector" else 0


def _closing(features: Features, rank: int, builds: int, hand: Hand, w: Profile) -> float:
    """A seat that can complete its city wants to play, and early."""
    if builds < hand.out.need or not builds:
        return 0.0
    return w.closing * (1.0 + 0.04 * (8 - rank))


def _several(
    features: Features, name: str, gold: int, builds: int, hand: Hand, w: Profile
) -> float:
    """Appeal estimates what can be built; here it is known."""
    if name == "architect":
        guess = min(3, features.sizes[features.seat] + 1, gold // 3)
        return w.many_builds * (max(0, builds - 1) - 0.7 * max(0, guess - 1))
    if name in ("scholar", "seer"):
        return w.many_builds * 0.6 * (1.0 if builds > 1 else -0.5)
    if name == "trader":
        trade = sum([features.card_set.type_of[card] == TRADE for card in hand.cards])
        return w.many_builds * 0.4 * (min(builds, trade) - 0.5)
    if name == "alchemist":
        return w.refund * (hand.best - 3.0)
    return 0.0


def keep_character(
    features: Features, options: Sequence[Choice], w: Profile, rng: Random
) -> Choice:
    """The best character for this seat."""
    hand = Hand(features, w)
    worths: list[float] = []
    for option in options:
        assert isinstance(option, CharacterChoice)
        worth = own_worth(features, option.rank, hand, w)
        worth += rng.random() * w.noise
        worths.append(worth)
    return most_worth(options, worths)[1]


def discard_character(
    features: Features, options: Sequence[Choice], w: Profile, rng: Random
) -> Choice:
    """With 2 players: the character that the opponent would like best."""
    other = 1 - features.seat
    hand = Hand(features, w)
    worths: list[float] = []
    for option in options:
        assert isinstance(option, CharacterChoice)
        worth = appeal(features, other, option.rank, w) - 0.2 * own_worth(
            features, option.rank, hand, w
        )
        worth += rng.random() * w.noise
        worths.append(worth)
    return most_worth(options, worths)[1]


def theater(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Swap for a character that is probably better here, or that costs the leader much."""
    hand = Hand(features, w)
    suspects = suspicions(features, w)
    rivals = rivalries(features, w)
    worths = [0.8]
    for option in options[1:]:
        assert isinstance(option, SeatChoice)
        rank = option.rank if isinstance(option, SwapOneOfTwo) else features.mine.bit_length() - 1
        other = option.seat
        row, suits = suspects.held[other], suspects.suits[other]
        total = sum(row, 0.0) or 1.0
        here = sum([p * own_worth(features, r, hand, w) for r, p in enumerate(row) if p > 0.0], 0.0)
        there = sum([p * suits[r] for r, p in enumerate(row)], 0.0)
        worth = here / total - own_worth(features, rank, hand, w)
        worth += rivals[other] * (there / total - appeal(features, other, rank, w))
        worths.append(worth)
    return most_worth(options, worths)[1]
