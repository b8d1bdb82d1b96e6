"""Results of games, as the platform counts them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from games.models import Seat


class EndedBy(StrEnum):
    """The reason why a game ended."""

    RULES = "rules"
    LAST_PLAYER = "last_player"
    NOBODY_LEFT = "nobody_left"
    MODERATOR = "moderator"


def result_rank(
    *, result: dict[str, Any], seats: Sequence[Seat], ended_by: EndedBy = EndedBy.RULES
) -> dict[str, Any]:
    """Return the result by the rules, with lost seats placed behind all others.

    What a bot reached on a lost seat counts for the points, not for its place. The seat that was
    lost first comes last.
    """
    places = result["placements"]
    keys = [(0, float(places[seat.number])) for seat in seats]
    return {**result, **places_by(keys, seats), "ended_by": ended_by.value}


def result_early(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the result, without points, of a game that ended before its rules ended it.

    Players who stayed come first, then bots that were there from the start, then lost seats.
    """
    keys = [(0, 0.0 if seat.user_id is not None else 1.0) for seat in seats]
    stayed = any(seat.user_id is not None and seat.lost_at is None for seat in seats)
    ended_by = (EndedBy.LAST_PLAYER if stayed else EndedBy.NOBODY_LEFT).value
    return {"scores": [], "breakdown": [], **places_by(keys, seats), "ended_by": ended_by}


def places_by(keys: Sequence[tuple[int, float]], seats: Sequence[Seat]) -> dict[str, Any]:
    """Rank seats by ``keys``, lowest first; lost seats come last, the latest loss first."""
    ordered = [
        key if seat.lost_at is None else (1, -seat.lost_at.timestamp())
        for key, seat in zip(keys, seats, strict=True)
    ]
    return {
        "placements": [1 + sum(other < key for other in ordered) for key in ordered],
        "lost": [seat.number for seat in seats if seat.lost_at is not None],
    }
