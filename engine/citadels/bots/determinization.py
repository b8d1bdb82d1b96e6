"""The unknown dealt afresh: from what a seat knows to a match as it may be.

All that the seat knows is the same in every match that is dealt: its view, its options, its cards,
what it saw in the draft. Whatever else there is comes from chance, and from what the others are
likely to have done.
"""

from __future__ import annotations

from random import Random

from engine.citadels.bots.belief_state import recalled
from engine.citadels.bots.card_determinization import Stock
from engine.citadels.bots.draft_determinization import Drafts
from engine.citadels.bots.draft_preferences import wants_of
from engine.citadels.flow.draft import Draft
from engine.citadels.state import FLOWER, SIGNED, THREAT, WARRANT, Match
from engine.kernel.bots import Sight


class Dealer:
    """Deals matches that ``sight`` may be a sight of."""

    __slots__ = ("blind", "drafts", "flower", "recall", "seat", "signed", "stock")

    def __init__(self, sight: Sight, rng: Random) -> None:
        blind = sight.state
        assert isinstance(blind, Match)
        self.blind = blind
        self.seat = sight.seat
        self.recall = recalled(sight.told, sight.seat, blind.card_set.seats)
        self.drafts = Drafts(blind, sight.seat, self.recall, wants_of(blind, sight.seat))
        self.stock = Stock(blind, sight.seat, self.recall, rng)
        self.signed = _hidden_under(blind, WARRANT, blind.player(1) == sight.seat)
        self.flower = _hidden_under(blind, THREAT, blind.player(2) == sight.seat)

    def deal(self, rng: Random) -> Match:
        """A match that differs from the true one only in what the seat does not know."""
        match = self.blind.copy()
        match.seed = rng.getrandbits(256).to_bytes(32, "big")
        found = self.drafts.deal(rng)
        match.holders = found.holders
        seat = self.seat
        found.seen[seat] = match.seen[seat]
        match.seen = found.seen
        found.dropped[seat] = match.dropped[seat]
        match.dropped = found.dropped
        top = match.stack[-1]
        if isinstance(top, Draft):
            top.aside = found.aside
        self.stock.deal(match, rng)
        if self.signed:
            match.marks[self.signed[int(rng.random() * len(self.signed))]] |= SIGNED
        if self.flower and (len(self.flower) > 1 or self.recall.blank or rng.random() < 0.5):
            match.marks[self.flower[int(rng.random() * len(self.flower))]] |= FLOWER
        return match


def _hidden_under(blind: Match, marker: int, own: bool) -> list[int]:
    """The ranks under whose marker the hidden face may lie, unless this seat knows it."""
    if own:
        return []
    return [rank for rank, marks in enumerate(blind.marks) if marks & marker]
