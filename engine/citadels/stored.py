"""The state as JSON and back. ``FORMAT`` counts the shapes it has had; ``UPCASTERS`` reads the old
ones.
"""

from __future__ import annotations

import orjson

from engine.citadels.setup import cast_for
from engine.citadels.state import Match, MatchFrame, bits
from engine.kernel.codec import Upcaster, canonical, dump_stack, load_stack, upcast
from engine.kernel.frames import frame_classes

FORMAT = 1
UPCASTERS: dict[int, Upcaster] = {}
FRAMES = frame_classes(MatchFrame)


def dump(match: Match) -> bytes:
    """The whole state, secrets and seed included; the cast as the options that made it."""
    return canonical(
        {
            "format": FORMAT,
            "options": match.options,
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
            "holders": match.holders,
            "marks": match.marks,
            "shown": match.shown,
            "face_up": match.face_up,
            "seen": [list(sets) for sets in match.seen],
            "dropped": match.dropped,
        }
    )


def load(data: bytes | str) -> Match:
    """The state. Raises ``UnknownVersion``."""
    stored = upcast(orjson.loads(data), FORMAT, UPCASTERS)
    options = stored["options"]
    match = Match(cast_for(options, len(stored["gold"])), bytes.fromhex(stored["seed"]))
    match.options = options
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
    match.holders = stored["holders"]
    match.marks = stored["marks"]
    match.shown = stored["shown"]
    match.face_up = stored["face_up"]
    match.seen = [tuple(sets) for sets in stored["seen"]]
    match.dropped = stored["dropped"]
    return match
