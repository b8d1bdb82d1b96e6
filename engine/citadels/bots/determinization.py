"""Determinization: turn what a seat knows into one full match that is consistent with it.

Everything that the seat knows is the same in every determinization: its view, its options, its
cards and what it saw in the draft. The rest is random, weighted by what the other players are
likely to have done.
"""

from __future__ import annotations

from random import Random

from engine.citadels.bots.belief_state import infer_belief_state
from engine.citadels.bots.card_determinization import CardDeterminizer
from engine.citadels.bots.draft import odds_of, public_scores
from engine.citadels.bots.draft_determinization import DraftDeterminizer, crown_of_draft
from engine.citadels.bots.features import Features
from engine.citadels.flow.draft import Draft
from engine.citadels.state import FLOWER, SIGNED, THREAT, WARRANT, Match
from tablekernel.bots import Observation


class Determinizer:
    """Samples full matches that are consistent with ``observation``."""

    def __init__(self, observation: Observation, rng: Random) -> None:
        observed = observation.state
        assert isinstance(observed, Match)
        self.observed = observed
        self.seat = observation.seat
        self.belief_state = infer_belief_state(
            observation.events, observation.seat, observed.card_set.seats
        )
        features = Features(observed, observation.seat)
        features.crown = crown_of_draft(observed, observation.seat, self.belief_state)
        odds = []
        for seat in range(observed.card_set.seats):
            scores = odds_of(public_scores(features, seat, observed.card_set.ranks))
            by_rank = dict(zip(observed.card_set.ranks, scores, strict=True))
            odds.append([by_rank.get(rank, 0.0) for rank in range(10)])
        self.draft = DraftDeterminizer(observed, observation.seat, self.belief_state, odds)
        self.cards = CardDeterminizer(observed, observation.seat, self.belief_state, rng)
        self.signed = _find_hidden_under(observed, WARRANT, observed.player(1) == observation.seat)
        self.flower = _find_hidden_under(observed, THREAT, observed.player(2) == observation.seat)

    def determinize(self, rng: Random) -> Match:
        """Return a match that differs from the true one only in what the seat does not know."""
        match = self.observed.copy()
        match.seed = rng.getrandbits(256).to_bytes(32, "big")
        found = self.draft.determinize(rng)
        match.holders = found.holders
        seat = self.seat
        found.seen[seat] = match.seen[seat]
        match.seen = found.seen
        found.dropped[seat] = match.dropped[seat]
        match.dropped = found.dropped
        top = match.stack[-1]
        if isinstance(top, Draft):
            top.aside = found.aside
        self.cards.determinize(match, rng)
        if self.signed:
            match.marks[self.signed[int(rng.random() * len(self.signed))]] |= SIGNED
        if self.flower and (len(self.flower) > 1 or self.belief_state.blank or rng.random() < 0.5):
            match.marks[self.flower[int(rng.random() * len(self.flower))]] |= FLOWER
        return match


def _find_hidden_under(observed: Match, marker: int, own: bool) -> list[int]:
    """Return the ranks under whose marker the hidden face may lie, empty if this seat knows it."""
    if own:
        return []
    return [rank for rank, marks in enumerate(observed.marks) if marks & marker]
