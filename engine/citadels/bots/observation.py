"""What a seat knows, as a match: fillers in the place of all it may not know.

Cards whose faces it does not know are ``UNKNOWN``; characters of which it does not know who holds
them are held by nobody, and nobody knows what others saw. Two matches that differ only in what
the seat may not know are equal when they are blind.
"""

from __future__ import annotations

from engine.citadels.characters.wizard import ChoosingOne
from engine.citadels.names import NOBODY, ONE
from engine.citadels.state import FLOWER, SIGNED, UNKNOWN, Match

NO_SEED = bytes(32)

FACES = ((SIGNED, 1), (FLOWER, 2))
"""Hidden faces of markers, and the rank of the character that laid them."""


def blinded(match: Match, seat: int) -> Match:
    """The match as ``seat`` knows it."""
    blind = match.copy()
    blind.seed, blind.draws = NO_SEED, 0
    for frame in blind.stack:
        frame.hide(match, seat)
    _hide_cards(blind, seat)
    _hide_faces(blind, match, seat)
    _hide_characters(blind, seat)
    return blind


def _hide_cards(blind: Match, seat: int) -> None:
    """The deck, the other hands but one that is being looked at, what others laid aside."""
    unknown = ONE[UNKNOWN]
    frame = blind.stack[-1] if blind.stack else None
    looking = frame.victim if isinstance(frame, ChoosingOne) and frame.seat == seat else NOBODY
    blind.deck = unknown * len(blind.deck)
    for other, hand in enumerate(blind.hand):
        if other == looking:
            blind.hand[other] = bytes(sorted(hand))
        elif other != seat:
            blind.hand[other] = unknown * len(hand)
    cards, laid_by = blind.memory.get("museum"), blind.memory.get("museum_by")
    if isinstance(cards, bytes) and isinstance(laid_by, bytes):
        own = [card if by == seat else UNKNOWN for card, by in zip(cards, laid_by, strict=True)]
        blind.memory["museum"] = bytes(own)


def _hide_faces(blind: Match, match: Match, seat: int) -> None:
    """Who laid the markers knows what is under them."""
    for face, rank in FACES:
        if match.player(rank) != seat:
            for marked in match.card_set.ranks:
                blind.marks[marked] &= ~face


def _hide_characters(blind: Match, seat: int) -> None:
    """Who holds a character that has not been revealed, and what others saw in the draft."""
    for rank, holder in enumerate(blind.holders):
        if holder != seat and not blind.shown >> rank & 1:
            blind.holders[rank] = NOBODY
    for other in range(blind.card_set.seats):
        if other != seat:
            blind.seen[other] = ()
            blind.dropped[other] = 0
