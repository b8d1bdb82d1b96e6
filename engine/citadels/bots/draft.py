"""Which characters players keep in the draft: a conditional logit, fitted to what the search keeps.

The score of a character is a sum of weights times features; the odds of keeping it are the
exponential of the score. The weights of a character stand by its name in ``draft.json``, which
``make train-bots`` writes, so all lists share them. ``public`` scores use what everybody sees, for
guesses about other seats; ``own`` scores use the own hand as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from math import exp, fsum
from random import Random
from typing import Any, Final

import orjson

from engine.citadels.bots.draft_features import GATHERED, own_rows, public_rows
from engine.citadels.bots.features import Features
from engine.citadels.card_set import CardSet
from engine.citadels.cards import Character
from engine.citadels.draft_schedule import DISCARD, LOSE
from engine.citadels.state import KILLED

Weights = Mapping[str, list[float]]
"""The weights of each character, in the order of ``PUBLIC`` or ``OWN``."""


FITTED: Final[Mapping[str, Any]] = orjson.loads(
    resources.files("engine.citadels.bots").joinpath("draft.json").read_bytes()
)
PUBLIC_WEIGHTS: Weights = FITTED["public"]
OWN_WEIGHTS: Weights = FITTED["own"]

NEW_CARD: Final = 0.6
"""The score of a character without fitted weights, for each point by which its card promises more
than usual.
"""


def character_score(card_set: CardSet, weights: Weights, rank: int, row: list[float]) -> float:
    """Return the score of one character."""
    character = card_set.character(rank)
    fitted = weights.get(character.name)
    if fitted is None:
        return NEW_CARD * (character.worth - Character.worth)
    total = 0.0
    for place, feature in enumerate(row):
        total += fitted[place] * feature
    return total


def public_scores(features: Features, seat: int, ranks: Sequence[int]) -> list[float]:
    """Return how much ``seat`` seems to want each of these characters, as everybody sees it."""
    card_set, rows = features.card_set, public_rows(features, seat, ranks)
    return [
        character_score(card_set, PUBLIC_WEIGHTS, rank, row)
        for rank, row in zip(ranks, rows, strict=True)
    ]


def own_scores(features: Features, ranks: Sequence[int], gathered: int = GATHERED) -> list[float]:
    """Return how much this seat wants each of these characters, by its own hand and the gold that
    it will gather.
    """
    card_set, rows = features.card_set, own_rows(features, ranks, gathered)
    return [
        character_score(card_set, OWN_WEIGHTS, rank, row)
        for rank, row in zip(ranks, rows, strict=True)
    ]


def odds_of(scores: Sequence[float], sharpness: float = 1.0) -> list[float]:
    """Return the odds of each score; the highest has 1."""
    best = max(scores)
    return [exp(sharpness * (score - best)) for score in scores]


def choose(scores: Sequence[float], sharpness: float, rng: Random) -> int:
    """Return the index of a random score. The odds are the exponential of ``sharpness`` times the
    score.
    """
    odds = odds_of(scores, sharpness)
    point = rng.random() * fsum(odds)
    for place, share in enumerate(odds):
        point -= share
        if point <= 0.0:
            return place
    return 0


# -- guesses about the other seats


class Guess:
    """Which seat may hold which character. By seat and rank: ``held``, how likely a seat holds a
    character unseen, and ``scores``, how much it wants one that it may hold.
    """

    def __init__(self, seats: int) -> None:
        self.held = [[0.0] * 10 for _ in range(seats)]
        self.scores = [[0.0] * 10 for _ in range(seats)]


def guess_holders(features: Features) -> Guess:
    """Guess from the cards passed in the draft, the face-up cards, the ranks called without an
    answer, and what suits each seat.
    """
    card_set = features.card_set
    guess = Guess(card_set.seats)
    ranks = open_ranks(features)
    if card_set.seats <= 3:
        missing = {
            seat: 2 - features.holders.count(seat)
            for seat in range(card_set.seats)
            if seat != features.seat and features.holders.count(seat) < 2
        }
        _share_out(features, missing, ranks, guess)
        return guess
    earlier, later = _list_choosers(features)
    packet = features.seen[-1] if features.seen else 0
    if packet and later:
        _share_out(features, later, ranks & packet, guess)
        _share_out(features, earlier, ranks & ~packet, guess)
    else:
        _share_out(features, {**earlier, **later}, ranks & ~packet, guess)
    return guess


def open_ranks(features: Features) -> int:
    """Return the bit set of the ranks that another seat may still hold unseen."""
    card_set = features.card_set
    gone = features.face_up | features.mine | features.shown | features.dropped
    called = (2 << features.called) - 1
    for rank in card_set.ranks:
        if features.marks[rank] & KILLED:
            called &= ~(1 << rank)
    return card_set.all_ranks & ~gone & ~called


def _list_choosers(features: Features) -> tuple[dict[int, int], dict[int, int]]:
    """Return the seats that chose before this one and those that chose after it, without revealed
    seats.
    """
    earlier: dict[int, int] = {}
    later: dict[int, int] = {}
    passed = False
    for what, seat in features.card_set.orders[features.crown]:
        if what in (DISCARD, LOSE):
            continue
        if seat == features.seat:
            passed = True
        elif seat not in features.holders:
            (later if passed else earlier)[seat] = 1
    return earlier, later


def _share_out(features: Features, seats: dict[int, int], ranks: int, guess: Guess) -> None:
    """Deal the ranks among the seats by what suits them. Each seat holds its number of cards, and
    each rank goes to one seat at most.
    """
    candidates = features.card_set.ranks_in(ranks)
    if not seats or not candidates:
        return
    held = guess.held
    for seat in seats:
        scores = public_scores(features, seat, candidates)
        odds, mean = odds_of(scores), fsum(scores) / len(scores)
        for place, rank in enumerate(candidates):
            held[seat][rank] = odds[place]
            guess.scores[seat][rank] = scores[place] - mean
    for _ in range(2):
        for seat, count in seats.items():
            row = held[seat]
            share = count / fsum([row[rank] for rank in candidates])
            for rank in candidates:
                row[rank] *= share
        for rank in candidates:
            total = fsum([held[seat][rank] for seat in seats])
            if total > 1.0:
                for seat in seats:
                    held[seat][rank] /= total
