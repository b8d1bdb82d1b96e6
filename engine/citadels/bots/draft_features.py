"""The features that decide which character a player keeps: numbers of about 0 to 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.reading import count_missing, income_of, playable, prices_of
from engine.citadels.names import TYPES

PUBLIC: Final = (
    "one", "gold", "poor", "cards", "no_cards", "lacks", "lacks_one", "lacks_two",
    "others_lack_one", "others_lack_two", "gold_of_others", "richest", "largest_hand",
    "hand_behind", "first", "place", "lead", "round_1", "face_up_1", "face_up_2", "face_up_8",
    "builds", "two_or_three", "seats", "income", "taxes",
)  # fmt: skip
"""The features that everybody sees about a seat and a character."""

OWN: Final = (
    *PUBLIC, "payable", "payable_soon", "dearest", "dearest_soon", "beyond", "no_plan", "plans",
    "more", "closes", "several", "own_type",
)  # fmt: skip
"""The features that the seat itself sees."""

GATHERED: Final = 2
"""The gold that every turn gains."""


def public_features(features: Features, seat: int) -> list[float]:
    """Return what everybody sees of ``seat``, without the last two of ``PUBLIC``, which depend on
    the character.
    """
    card_set, gold, sizes = features.card_set, features.gold, features.sizes
    seats = card_set.seats
    largest = richest = total = 0
    nearest = card_set.goal
    for other in range(seats):
        if other != seat:
            largest = max(largest, sizes[other])
            richest = max(richest, gold[other])
            nearest = min(nearest, count_missing(features, other))
            total += gold[other]
    lacks = count_missing(features, seat)
    own, cards, place = gold[seat], sizes[seat], (seat - features.crown) % seats
    return [
        1.0,
        min(own, 10) / 4,
        float(own < 2),
        min(cards, 8) / 4,
        float(cards == 0),
        lacks / 4,
        float(lacks <= 1),
        float(lacks == 2),
        float(nearest <= 1),
        float(nearest == 2),
        min(total / (seats - 1), 10) / 4,
        min(richest, 12) / 5,
        min(largest, 10) / 4,
        min(max(0, largest - cards), 8) / 3,
        float(place == 0),
        place / seats,
        (nearest - lacks) / 3,
        float(features.round == 1),
        float(features.face_up >> 1 & 1),
        float(features.face_up >> 2 & 1),
        float(features.face_up >> 8 & 1),
        min(3, cards, own // 3) / 2,
        float(seats <= 3),
        (seats - 4) / 4,
    ]


def own_features(features: Features, prices: Sequence[int], gathered: int) -> list[float]:
    """Return what the seat sees of its own hand, without what depends on the character."""
    gold = features.gold[features.seat] + gathered
    payable = [price for price in prices if price <= gold]
    soon = [price for price in prices if price <= gold + 2]
    return [
        min(len(payable), 4) / 2,
        min(len(soon), 4) / 2,
        max(payable, default=0) / 4,
        max(soon, default=0) / 4,
        (len(prices) - len(payable)) / 3,
        float(not prices),
        len(prices) / 3,
    ]


def rank_features(
    features: Features, rank: int, prices: Sequence[int], types: Sequence[int], gathered: int
) -> list[float]:
    """Return the last four of ``OWN``: what the character adds to the own hand. ``types`` counts
    the cards of each type.
    """
    card_set, seat = features.card_set, features.seat
    role, name = card_set.roles[rank], card_set.character(rank).name
    usual = features.gold[seat] + gathered
    gold = usual
    if name in ("merchant", "abbot"):
        gold += 1
    elif name == "tax_collector":
        gold += features.taxes
    if role.pays != "cards":
        gold += income_of(features, seat, rank)
    builds, left = 0, gold
    for price in prices[: role.limit]:
        left -= price
        if left < 0:
            break
        builds += 1
    before = after = 0
    for price in prices:
        if price <= usual:
            before = price
        if price <= gold and role.limit:
            after = price
    lacks = count_missing(features, seat)
    return [
        (after - before) / 3,
        float(builds > 0 and builds >= lacks),
        max(0, builds - 1) / 2,
        types[role.gem] / 2 if role.gem >= 0 else 0.0,
    ]


def public_rows(features: Features, seat: int, ranks: Sequence[int]) -> list[list[float]]:
    """Return the features of ``PUBLIC`` for each of these ranks."""
    shared, taxes = public_features(features, seat), features.taxes / 3
    return [[*shared, income_of(features, seat, rank) / 2, taxes] for rank in ranks]


def own_rows(
    features: Features, ranks: Sequence[int], gathered: int = GATHERED
) -> list[list[float]]:
    """Return the features of ``OWN`` for each of these ranks."""
    price_list, types = prices_of(features), [0] * len(TYPES)
    cards = dict.fromkeys(playable(features))
    for card in cards:
        types[features.card_set.type_of[card]] += 1
    prices = sorted([price_list[card] for card in cards])
    own = own_features(features, prices, gathered)
    return [
        [*row, *own, *rank_features(features, rank, prices, types, gathered)]
        for row, rank in zip(public_rows(features, features.seat, ranks), ranks, strict=True)
    ]
