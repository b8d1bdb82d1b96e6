"""Estimate which seat holds which character, from the cards passed in the draft, the face-up cards,
the ranks called without an answer, and what suits each seat.
"""

from __future__ import annotations

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.profiles import Profile
from engine.citadels.draft_schedule import DISCARD, LOSE
from engine.citadels.names import NOBODY
from engine.citadels.state import KILLED

Table = list[list[float]]
"""A number by seat and rank."""


class Suspicions:
    """``held[seat][rank]`` is the probability that a seat holds a character; ``suits[seat][rank]``
    is what the character would be worth to it, where it is likely at all.
    """

    __slots__ = ("held", "suits")

    def __init__(self, seats: int) -> None:
        self.held: Table = [[0.0] * 10 for _ in range(seats)]
        self.suits: Table = [[0.0] * 10 for _ in range(seats)]


def open_ranks(features: Features) -> int:
    """Return the bit set of the ranks that another seat may still hold unseen."""
    card_set = features.card_set
    gone = features.face_up | features.mine | features.shown | features.dropped
    called = (2 << features.called) - 1
    for rank in card_set.ranks:
        if features.marks[rank] & KILLED:
            called &= ~(1 << rank)
    return card_set.all_ranks & ~gone & ~called


def suspicions(features: Features, w: Profile) -> Suspicions:
    """Return how likely each other seat holds each rank."""
    seats = features.card_set.seats
    found = Suspicions(seats)
    ranks = open_ranks(features)
    if seats <= 3:
        missing = _count_hidden(features)
        _share_out(features, w, missing, ranks, found)
        return found
    earlier, later = _order(features)
    packet = features.seen[-1] if features.seen else 0
    if packet and later:
        _share_out(features, w, later, ranks & packet, found)
        _share_out(features, w, earlier, ranks & ~packet, found)
    else:
        _share_out(features, w, {**earlier, **later}, ranks & ~packet, found)
    return found


def _count_hidden(features: Features) -> dict[int, int]:
    """Return how many unseen characters each other seat holds, with 2 or 3 players."""
    known = [0] * features.card_set.seats
    for holder in features.holders:
        if holder != NOBODY:
            known[holder] += 1
    return {
        seat: 2 - known[seat]
        for seat in range(features.card_set.seats)
        if seat != features.seat and known[seat] < 2
    }


def _order(features: Features) -> tuple[dict[int, int], dict[int, int]]:
    """Return the seats that chose before this one and those that chose after it, without revealed
    seats.
    """
    earlier: dict[int, int] = {}
    later: dict[int, int] = {}
    passed = False
    holders = features.holders
    for what, seat in features.card_set.orders[features.crown]:
        if what in (DISCARD, LOSE):
            continue
        if seat == features.seat:
            passed = True
        elif seat not in holders:
            (later if passed else earlier)[seat] = 1
    return earlier, later


def _share_out(
    features: Features, w: Profile, seats: dict[int, int], ranks: int, found: Suspicions
) -> None:
    """Deal the ranks among the seats by what suits them. Each seat holds its number of cards, and
    each rank goes to one seat at most.
    """
    candidates = features.card_set.ranks_in(ranks)
    if not seats or not candidates:
        return
    held = found.held
    for seat in seats:
        row, worths = held[seat], found.suits[seat]
        for rank in candidates:
            worths[rank] = suits = appeal(features, seat, rank, w)
            row[rank] = (0.3 + suits if suits > 0.0 else 0.3) ** w.sureness
    for _ in range(2):
        for seat, count in seats.items():
            row = held[seat]
            share = count / (sum([row[rank] for rank in candidates], 0.0) or 1.0)
            for rank in candidates:
                row[rank] *= share
        for rank in candidates:
            total = sum([held[seat][rank] for seat in seats], 0.0)
            if total > 1.0:
                for seat in seats:
                    held[seat][rank] /= total
