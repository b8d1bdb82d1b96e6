"""What holds in every state of a match.

For tests and checks of stored states: ``faults`` lists in words what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.citadels.card_set import HASTY
from engine.citadels.flow.draft import Draft
from engine.citadels.frames import Build
from engine.citadels.names import BEAUTIFIED, NOBODY
from engine.citadels.state import (
    BEWITCHED,
    FLOWER,
    KILLED,
    ROBBED,
    SIGNED,
    THREAT,
    WARRANT,
    Match,
    bits,
)

ALL_WARRANTS, ALL_THREATS = 3, 2
LAID_BY = {
    KILLED: "assassin",
    BEWITCHED: "witch",
    WARRANT: "magistrate",
    SIGNED: "magistrate",
    ROBBED: "thief",
    THREAT: "blackmailer",
    FLOWER: "blackmailer",
}
"""The character that lays each mark; without it the mark cannot occur."""


def cards_waiting(match: Match) -> bytes:
    """Return the district cards that are neither in the deck nor in a hand nor in a city: drawn and
    viewed, chosen to be discarded, or about to be built.
    """
    cards = b""
    for frame in match.stack:
        cards += getattr(frame, "cards", b"")
        if isinstance(frame, Build):
            cards += bytes((frame.district,))
    return cards


def all_cards(match: Match) -> bytes:
    """Return every district card of the match, unordered, without coins."""
    return bytes([card % BEAUTIFIED for card in _loose(match) + b"".join(match.city)])


def list_remembered_cards(match: Match) -> bytes:
    """Return the cards that a card keeps under itself."""
    cards = match.memory.get("museum", b"")
    return cards if isinstance(cards, bytes) else b""


def _loose(match: Match) -> bytes:
    """Return every card outside the cities."""
    hands = b"".join(match.hand)
    return match.deck + hands + cards_waiting(match) + list_remembered_cards(match)


def faults(match: Match) -> list[str]:
    """Return what is wrong with the state; an empty list if nothing is."""
    return [
        *_card_faults(match),
        *_seat_faults(match),
        *_character_faults(match),
        *_mark_faults(match),
        *_memory_faults(match),
    ]


def _card_faults(match: Match) -> Iterator[str]:
    if sorted(all_cards(match)) != sorted(match.card_set.deck):
        yield "the cards are not those of the deck"
    for seat, city in enumerate(match.city):
        if match.owned[seat] != bits(city):
            yield f"owned[{seat}] does not agree with the city"
    if max(_loose(match), default=0) >= BEAUTIFIED:
        yield "a card outside the cities is beautified"


def _seat_faults(match: Match) -> Iterator[str]:
    seats = range(match.card_set.seats)
    if min(match.gold) < 0:
        yield f"gold is negative: {match.gold}"
    if match.crown not in seats:
        yield f"nobody holds the crown: {match.crown}"
    if len(set(match.completed)) != len(match.completed) or not set(match.completed) <= {*seats}:
        yield f"completed is not a list of different seats: {match.completed}"
    for seat in seats:
        if match.size(seat) >= match.card_set.goal and seat not in match.completed:
            yield f"the city of seat {seat} is complete, and nobody noticed"


def _character_faults(match: Match) -> Iterator[str]:
    card_set = match.card_set
    held = 0
    for rank, holder in enumerate(match.holders):
        if holder != NOBODY:
            held |= 1 << rank
        if holder != NOBODY and rank not in card_set.ranks:
            yield f"rank {rank} is not in the card set"
    if match.shown & ~held:
        yield "a character is revealed that nobody holds"
    each = 2 if card_set.seats <= 3 else 1
    if any(match.holders.count(seat) > each for seat in range(card_set.seats)):
        yield f"somebody holds too many characters: {match.holders}"
    heaps = [held, match.face_up, *match.dropped]
    heaps += [heap for f in match.stack if isinstance(f, Draft) for heap in (f.packet, f.aside)]
    for place, heap in enumerate(heaps):
        if any(heap & other for other in heaps[place + 1 :]):
            yield f"a character is in two places: {heaps}"


def _mark_faults(match: Match) -> Iterator[str]:
    """Yield errors of marks: they are on characters of the card set, as many as there are markers,
    and belong to a character of the card set.
    """
    for rank, marks in enumerate(match.marks):
        if marks & ~HASTY and rank not in match.card_set.ranks:
            yield f"a mark lies on rank {rank}, which is not in the card set"
        if (marks ^ match.card_set.marks[rank]) & HASTY:
            yield f"what is printed on rank {rank} has changed"
    for mark, name in LAID_BY.items():
        if any(marks & mark for marks in match.marks) and name not in match.card_set.names:
            yield f"there is a mark of the {name}, who is not in the card set"
    for mark in (KILLED, BEWITCHED, ROBBED):
        if _count(match, mark) > 1:
            yield f"two characters bear the mark {mark}"
    yield from _face_faults(match, "warrants", WARRANT, SIGNED, (0, ALL_WARRANTS))
    yield from _face_faults(match, "threats", THREAT, FLOWER, (0, 1, ALL_THREATS))


def _face_faults(
    match: Match, name: str, marker: int, face: int, counts: tuple[int, ...]
) -> Iterator[str]:
    """Yield an error unless the face is under one of the markers, as long as all of them are
    there.
    """
    laid, faces = _count(match, marker), _count(match, face)
    if laid not in counts:
        yield f"there are {laid} {name}"
    if any(marks & face and not marks & marker for marks in match.marks):
        yield f"the face of the {name} lies under none of them"
    if faces > 1 or (laid == counts[-1] and not faces):
        yield f"there are {faces} faces under {laid} {name}"


def _count(match: Match, mark: int) -> int:
    return sum(1 for marks in match.marks if marks & mark)


def _memory_faults(match: Match) -> Iterator[str]:
    """Yield errors of what cards remember beyond a turn."""
    card_set, memory = match.card_set, match.memory
    for name in memory:
        if name.removesuffix("_by") not in (*card_set.names, *card_set.unique_names):
            yield f"{name} is remembered and not in the match"
    taxes = memory.get("tax_collector", 0)
    if not isinstance(taxes, int) or taxes < 0:
        yield f"the taxes are {taxes!r}"
    under, by = memory.get("museum", b""), memory.get("museum_by", b"")
    if not isinstance(under, bytes) or not isinstance(by, bytes) or len(under) != len(by):
        yield f"the cards under the museum {under!r} are not those laid by {by!r}"
    elif by and max(by) >= card_set.seats:
        yield f"nobody laid what is under the museum: {by!r}"
    elif under and not _stands(match, "museum"):
        yield "cards lie under a museum that stands nowhere"


def _stands(match: Match, name: str) -> bool:
    """True if a unique district is in a city."""
    bit = next((card.bit for card in match.card_set.districts if card.name == name), 0)
    return any(owned & bit for owned in match.owned)
