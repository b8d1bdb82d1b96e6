"""The options of time of a new game: completed, or refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import Invalid
from games.clocks import PaceRefused, parse_pace
from games.models.clock import no_pace, usual_timeouts

DAY = 24 * 3600
USUAL_PACE = {"kind": "per_decision", "allowance": 3 * DAY}
"""Where people wait for each other and the host has not said how long."""


def pace_complete(pace: Mapping[str, Any] | None, *, people: int) -> dict[str, Any]:
    """The pace with its defaults; without one, three days a turn, or no clock for who plays bots.

    ``people`` are the seats that are not bots'. Raises Invalid.
    """
    if pace is None:
        pace = USUAL_PACE if people > 1 else no_pace()
    try:
        return parse_pace(pace).to_json()
    except PaceRefused as refusal:
        pointer = f"/pace{refusal.pointer}"
        raise Invalid.field(pointer, refusal.code, refusal.message) from None


def timeouts_complete(timeouts: Mapping[str, Any] | None) -> dict[str, Any]:
    """What happens when time is out, with defaults for what was not said."""
    return {**usual_timeouts(), **(timeouts or {})}
