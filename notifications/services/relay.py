"""The relay: from the outbox to the users. Any number may run beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from notifications.services.delivery import deliver
from notifications.services.fanout import outbox_fan_out

SECONDS = 20.0
"""How long one relay takes new work; well within a task's time limit, with what it has begun."""


@dataclass(frozen=True, slots=True)
class RelayResult:
    """What a relay did."""

    entries: int
    deliveries: int


def relay_all(*, seconds: float = SECONDS) -> RelayResult:
    """Spread the outbox, then send what is due, until nothing is or ``seconds`` are over.

    What hangs may hold the caller up for 20 seconds more, so call it where nothing else waits.
    """
    stop_at = monotonic() + seconds
    entries = outbox_fan_out(seconds=seconds)
    return RelayResult(entries, deliver(seconds=max(0.0, stop_at - monotonic())))
