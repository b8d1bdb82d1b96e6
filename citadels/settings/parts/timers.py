"""Times of the clocks and of the sweeps that serve them, in seconds."""

from __future__ import annotations

from citadels.settings.parts.environment import env

GRACE_SECONDS: int = env.int("GRACE_SECONDS", default=30)
"""A command that arrives no later than this after its deadline is still accepted."""
REQUEST_SECONDS: int = env.int("REQUEST_SECONDS", default=30)
"""The longest a request takes. A sweep resolves a deadline after the grace and this: whoever came
in time and waits for the lock cannot lose to it."""
LOCK_SECONDS = max(1, REQUEST_SECONDS * 2 // 3)
"""How long whoever wants a match waits for another that has it; then a request gets 503."""
IDLE_LOCK_SECONDS = 60
"""How long a process may stand still with a match in its hands, until the database takes it."""
SWEEP_SECONDS: int = env.int("SWEEP_SECONDS", default=5)
"""Between two sweeps of one driver."""
WAKE_SECONDS: int = env.int("WAKE_SECONDS", default=5)
"""How long a turn of the server's may wait for the worker that was woken for it."""
LEASE_SECONDS: int = env.int("LEASE_SECONDS", default=30)
"""That the first attempt at a due match has to itself, should its process die; doubled with each
that follows. A bot is broken off before."""
MAX_GAP_SECONDS: int = env.int("MAX_GAP_SECONDS", default=120)
"""No sweep for longer than this was an outage: it counts on no clock."""
MAX_ATTEMPTS = 5
"""Failures in a row after which a match is put into quarantine."""
WEB_PROBE_URL: str = env.str("WEB_PROBE_URL", default="")
"""What the driver of the sweeps asks to see that players reach the service; empty: it does not."""

# One database tells the time, whatever the clocks of the machines say.
CLOCK = "database"
