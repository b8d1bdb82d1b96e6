"""The result of a match as the platform counts it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Seat


def result_ranked(*, result: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """The result of the rules, with resigned seats behind all others.

    Whatever the bot made of a resigned seat counts for the points and not for its place. Who
    resigned first comes last.
    """
    rules_say = result["placements"]
    keys = [
        (0, float(rules_say[seat.number]))
        if seat.resigned_at is None
        else (1, -seat.resigned_at.timestamp())
        for seat in seats
    ]
    return {
        **result,
        "placements": [1 + sum(other < key for other in keys) for key in keys],
        "resigned": [seat.number for seat in seats if seat.resigned_at is not None],
    }
