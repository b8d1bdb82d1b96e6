"""The three ways in which the flow calls cards: announce, adjust, offer.

The order is always the same: characters of the card set by rank, then unique districts by number.
Characters are called for everything and decide if they are concerned; a district is called only
while it is in the city in question.
"""

from __future__ import annotations

from typing import Any

from engine.citadels.frames import ABILITY, Turn
from engine.citadels.hooks import Hook
from engine.citadels.state import Match
from tablekernel.frames import Choice, Frame


def announce(match: Match, hook: Hook, *parts: Any) -> None:
    """Announce a moment to the characters of the card set. Frames that they return are played in
    that order.
    """
    handlers = hook.characters.handlers
    if not handlers:
        return
    frames: list[Frame] = []
    for _, handler in handlers:
        frame = handler(match, *parts)
        if frame is not None:
            frames.append(frame)
    if frames:
        match.stack.extend(reversed(frames))


def announce_to_cities(match: Match, hook: Hook) -> None:
    """Announce a moment to the districts of all cities, with their owner. Frames as in
    ``announce``.
    """
    if not hook.mask:
        return
    frames: list[Frame] = []
    for bit, handler in hook.districts.handlers:
        for owner, owned in enumerate(match.owned):
            if owned & bit:
                frame = handler(match, owner)
                if frame is not None:
                    frames.append(frame)
    match.stack.extend(reversed(frames))


def announce_turn_end(match: Match, turn: Turn) -> None:
    """Announce the end of a turn: first to the districts of its city, then to its character (rules
    6.5).
    """
    hook = match.card_set.on_turn_end
    present = match.owned[turn.seat] & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                handler(match, turn)
    own = hook.by_rank[turn.rank]
    if own is not None:
        own(match, turn)


def adjust(match: Match, hook: Hook, value: Any, seat: int, *parts: Any) -> Any:
    """Let the characters of the card set and the districts of ``seat``'s city change a value."""
    for _, handler in hook.characters.handlers:
        value = handler(match, value, seat, *parts)
    present = match.owned[seat] & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                value = handler(match, value, seat, *parts)
    return value


def offer(match: Match, hook: Hook, turn: Turn, out: list[Choice]) -> None:
    """Collect offers of the character whose turn it is, as long as its ability is unused, and of
    the districts of its city.
    """
    own = hook.by_rank[turn.rank]
    if own is not None and not turn.used & ABILITY:
        own(match, turn, out)
    present = match.owned[turn.seat] & hook.mask
    if present:
        for bit, handler in hook.districts.handlers:
            if present & bit:
                handler(match, turn, out)
