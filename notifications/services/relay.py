"""The relay: from the outbox to the users. Several may run at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from notifications.services.delivery import deliver
from notifications.services.fanout import outbox_fan_out

SECONDS = 20.0
"""Seconds for which a relay takes new work. With the work it has begun, it stays within the time
limit of a task.
"""


@dataclass(frozen=True, slots=True)
class RelayResult:
    """What a relay did."""

    entries: int
    deliveries: int


def relay_all(*, seconds: float = SECONDS) -> RelayResult:
    """Fan out the outbox, then send what is due, until nothing is left or ``seconds`` have passed.

    Calls that hang may take 20 seconds more, so run it where nothing else waits.
    """
    stop_at = monotonic() + seconds
    entries = outbox_fan_out(seconds=seconds)
    return RelayResult(entries, deliver(seconds=max(0.0, stop_at - monotonic())))
