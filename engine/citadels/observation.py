"""What a seat knows, as a match, with placeholders for everything it may not know.

Cards with unknown faces are ``UNKNOWN``. Characters with unknown holders are held by nobody, and
nobody knows what others saw. Two matches that differ only in what the seat may not know have equal
observations.
"""

from __future__ import annotations

from engine.citadels.characters.wizard import ChoosingOne
from engine.citadels.names import NOBODY, ONE
from engine.citadels.state import FLOWER, SIGNED, UNKNOWN, Match

NO_SEED = bytes(32)

FACES = ((SIGNED, 1), (FLOWER, 2))
"""The hidden faces of markers, with the rank of the character that laid them."""


def observe(match: Match, seat: int) -> Match:
    """Return the match as ``seat`` knows it."""
    observed = match.copy()
    observed.seed, observed.draws = NO_SEED, 0
    for frame in observed.stack:
        frame.hide(match, seat)
    _hide_cards(observed, seat)
    _hide_faces(observed, match, seat)
    _hide_characters(observed, seat)
    return observed


def _hide_cards(observed: Match, seat: int) -> None:
    """Hide the deck, the other hands (except one that this seat is looking at) and what others laid
    aside.
    """
    unknown = ONE[UNKNOWN]
    frame = observed.stack[-1] if observed.stack else None
    looking = frame.victim if isinstance(frame, ChoosingOne) and frame.seat == seat else NOBODY
    observed.deck = unknown * len(observed.deck)
    for other, hand in enumerate(observed.hand):
        if other == looking:
            observed.hand[other] = bytes(sorted(hand))
        elif other != seat:
            observed.hand[other] = unknown * len(hand)
    cards, laid_by = observed.memory.get("museum"), observed.memory.get("museum_by")
    if isinstance(cards, bytes) and isinstance(laid_by, bytes):
        own = [card if by == seat else UNKNOWN for card, by in zip(cards, laid_by, strict=True)]
        observed.memory["museum"] = bytes(own)


def _hide_faces(observed: Match, match: Match, seat: int) -> None:
    """The seat that laid the markers keeps their faces."""
    for face, rank in FACES:
        if match.player(rank) != seat:
            for marked in match.card_set.ranks:
                observed.marks[marked] &= ~face


def _hide_characters(observed: Match, seat: int) -> None:
    """Hide the holders of unrevealed characters, and what other seats saw in the draft."""
    for rank, holder in enumerate(observed.holders):
        if holder != seat and not observed.shown >> rank & 1:
            observed.holders[rank] = NOBODY
    for other in range(observed.card_set.seats):
        if other != seat:
            observed.seen[other] = ()
            observed.dropped[other] = 0
