"""Times of the clocks and of the sweeps that serve them, in seconds."""

from __future__ import annotations

import os

from citadels.settings.parts.bots import BOT_SECONDS, BOT_SLOWNESS


def _seconds(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


GRACE_SECONDS = _seconds("GRACE_SECONDS", 30)
"""A command that arrives no later than this after its deadline is still accepted."""
REQUEST_SECONDS = _seconds("REQUEST_SECONDS", 30)
"""The longest a request takes. A sweep resolves a deadline after the grace and this: whoever came
in time and waits for the lock cannot lose to it."""
LOCK_SECONDS = max(1, REQUEST_SECONDS * 2 // 3)
"""How long whoever wants a match waits for another that has it; then a request gets 503."""
HELD_SECONDS = 60
"""How long a process may stand still with a match in its hands, until the database takes it."""
SWEEP_SECONDS = _seconds("SWEEP_SECONDS", 5)
"""Between two sweeps of one driver."""
WAKE_SECONDS = _seconds("WAKE_SECONDS", 5)
"""How long a turn of the server's may wait for the worker that was woken for it."""
LEASE_SECONDS = _seconds("LEASE_SECONDS", max(15, round(BOT_SLOWNESS * max(BOT_SECONDS.values()))))
"""That the first attempt at a due match has to itself, should its process die; doubled with each
that follows. A bot that thinks long has to be done by then."""
MAX_GAP_SECONDS = _seconds("MAX_GAP_SECONDS", 120)
"""No sweep for longer than this was an outage: it counts on no clock."""
MAX_ATTEMPTS = 5
"""Failures in a row after which a match is put into quarantine."""
WEB_PROBE_URL = os.environ.get("WEB_PROBE_URL", "")
"""What the driver of the sweeps asks to see that players reach the service; empty: it does not."""

# One database tells the time, whatever the clocks of the machines say.
CLOCK = "database"
