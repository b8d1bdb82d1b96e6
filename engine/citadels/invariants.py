"""What is true of every state of a match, whatever has been played.

For tests, long runs and whoever doubts a stored state: ``faults`` says in words what is wrong
with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.citadels.flow.build import Build
from engine.citadels.flow.draft import Draft
from engine.citadels.names import BEAUTIFIED
from engine.citadels.state import NOBODY, Match, bits


def cards_waiting(match: Match) -> bytes:
    """The district cards that are neither in the deck nor in a hand nor in a city: drawn and looked
    at, chosen to be discarded, or about to be built.
    """
    cards = b""
    for frame in match.stack:
        cards += getattr(frame, "cards", b"")
        if isinstance(frame, Build):
            cards += bytes((frame.district,))
    return cards


def all_cards(match: Match) -> bytes:
    """Every district card of the match, in no order, without the coins that lie on some."""
    cards = match.deck + b"".join(match.hand) + b"".join(match.city) + cards_waiting(match)
    return bytes([card % BEAUTIFIED for card in cards])


def faults(match: Match) -> list[str]:
    """What is wrong with the state; an empty list when nothing is."""
    return [*_card_faults(match), *_seat_faults(match), *_character_faults(match)]


def _card_faults(match: Match) -> Iterator[str]:
    if sorted(all_cards(match)) != sorted(match.cast.deck):
        yield "the cards are not those of the deck"
    for seat, city in enumerate(match.city):
        if match.owned[seat] != bits(city):
            yield f"owned[{seat}] does not agree with the city"
    loose = match.deck + b"".join(match.hand) + cards_waiting(match)
    if loose and max(loose) >= BEAUTIFIED:
        yield "a card outside the cities is beautified"


def _seat_faults(match: Match) -> Iterator[str]:
    seats = range(match.cast.seats)
    if min(match.gold) < 0:
        yield f"gold is negative: {match.gold}"
    if match.crown not in seats:
        yield f"nobody holds the crown: {match.crown}"
    if len(set(match.completed)) != len(match.completed) or not set(match.completed) <= {*seats}:
        yield f"completed is not a list of different seats: {match.completed}"
    for seat in seats:
        if len(match.city[seat]) >= match.cast.goal and seat not in match.completed:
            yield f"the city of seat {seat} is complete, and nobody noticed"


def _character_faults(match: Match) -> Iterator[str]:
    cast = match.cast
    held = 0
    for rank, holder in enumerate(match.holders):
        if holder != NOBODY:
            held |= 1 << rank
        if (holder != NOBODY or match.marks[rank]) and rank not in cast.ranks:
            yield f"rank {rank} is not in the cast"
    if match.shown & ~held:
        yield "a character is revealed that nobody holds"
    each = 2 if cast.seats <= 3 else 1
    if any(match.holders.count(seat) > each for seat in range(cast.seats)):
        yield f"somebody holds too many characters: {match.holders}"
    heaps = [held, match.face_up, *match.dropped]
    heaps += [heap for f in match.stack if isinstance(f, Draft) for heap in (f.packet, f.aside)]
    for place, heap in enumerate(heaps):
        if any(heap & other for other in heaps[place + 1 :]):
            yield f"a character is in two places: {heaps}"
