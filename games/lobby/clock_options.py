"""Validates the pace and the timeout options of a game, and fills in defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import Invalid
from games.clocks import PaceRefused, parse_pace
from games.models.clock import no_pace, usual_timeouts

DAY = 24 * 3600
USUAL_PACE = {"kind": "per_decision", "allowance": 3 * DAY}
"""The pace of games between people whose host has not chosen one."""


def pace_complete(pace: Mapping[str, Any] | None, *, people: int) -> dict[str, Any]:
    """Return the pace with its defaults: three days per turn, or no clock in games against bots.

    ``people`` is the number of seats without bots. Raises Invalid.
    """
    if pace is None:
        pace = USUAL_PACE if people > 1 else no_pace()
    try:
        return parse_pace(pace).to_json()
    except PaceRefused as refusal:
        pointer = f"/pace{refusal.pointer}"
        raise Invalid.field(pointer, refusal.code, refusal.message) from None


def timeouts_complete(timeouts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the timeout options with their defaults."""
    return {**usual_timeouts(), **(timeouts or {})}
