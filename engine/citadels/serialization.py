"""The state as JSON. ``FORMAT`` counts its shapes; ``UPCASTERS`` read older ones, and
``DOWNCASTERS`` write them, for the hashes of that time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import orjson

from engine.citadels.format_1 import FORMAT_1
from engine.citadels.frames import MatchFrame
from engine.citadels.setup import find_card_set
from engine.citadels.state import Match, bits
from engine.citadels.terms import MODERN, Terms
from tablekernel.codec import (
    Downcaster,
    Upcaster,
    canonical,
    downcasts,
    dump_stack,
    load_stack,
    pack,
    unpack,
    upcast,
)
from tablekernel.frames import frame_classes
from tablekernel.numbered import name_frames, number_frames

FORMAT: Final = 3


def add_edition(document: dict[str, Any]) -> dict[str, Any]:
    """Turn format 2 into 3. In format 2 both editions had the same terms."""
    return {**document, "format": 3, "edition": MODERN}


def remove_edition(document: dict[str, Any]) -> dict[str, Any] | None:
    """Turn format 3 into 2, which knew no other terms."""
    if document["edition"] != MODERN:
        return None
    return {**{name: value for name, value in document.items() if name != "edition"}, "format": 2}


UPCASTERS: Final[dict[int, Upcaster]] = {1: partial(name_frames, table=FORMAT_1), 2: add_edition}
DOWNCASTERS: Final[dict[int, Downcaster]] = {
    2: partial(number_frames, table=FORMAT_1),
    3: remove_edition,
}
FRAMES: Final = frame_classes(MatchFrame)


def dump(match: Match) -> bytes:
    """Return the whole state, secrets and seed included, with the card set by name."""
    return canonical(
        {
            "format": FORMAT,
            "cast": [
                match.card_set.goal,
                list(match.card_set.names),
                list(match.card_set.unique_names),
            ],
            "edition": match.card_set.terms.edition,
            "seed": match.seed.hex(),
            "draws": match.draws,
            "stack": dump_stack(match.stack),
            "round": match.round,
            "crown": match.crown,
            "deck": match.deck.hex(),
            "gold": match.gold,
            "hand": [hand.hex() for hand in match.hand],
            "city": [city.hex() for city in match.city],
            "completed": match.completed,
            "memory": {name: pack(value) for name, value in match.memory.items()},
            "holders": match.holders,
            "marks": match.marks,
            "shown": match.shown,
            "face_up": match.face_up,
            "seen": [list(sets) for sets in match.seen],
            "dropped": match.dropped,
        }
    )


def earlier(match: Match) -> Iterator[bytes]:
    """Yield the texts of earlier formats."""
    return downcasts(dump(match), DOWNCASTERS)


def load(data: bytes | str, terms: Mapping[str, Terms]) -> Match:
    """Load a state, with the ``terms`` of its version by edition. Raises ``UnknownVersion``."""
    stored = upcast(orjson.loads(data), FORMAT, UPCASTERS)
    goal, characters, districts = stored["cast"]
    card_set = find_card_set(
        len(stored["gold"]), goal, tuple(characters), tuple(districts), terms[stored["edition"]]
    )
    match = Match(card_set, bytes.fromhex(stored["seed"]))
    match.draws = stored["draws"]
    match.stack = load_stack(stored["stack"], FRAMES)
    match.round = stored["round"]
    match.crown = stored["crown"]
    match.deck = bytes.fromhex(stored["deck"])
    match.gold = stored["gold"]
    match.hand = [bytes.fromhex(hand) for hand in stored["hand"]]
    match.city = [bytes.fromhex(city) for city in stored["city"]]
    match.owned = [bits(city) for city in match.city]
    match.completed = stored["completed"]
    match.memory = {name: unpack(value) for name, value in stored["memory"].items()}
    match.holders = stored["holders"]
    match.marks = stored["marks"]
    match.shown = stored["shown"]
    match.face_up = stored["face_up"]
    match.seen = [tuple(sets) for sets in stored["seen"]]
    match.dropped = stored["dropped"]
    return match
