"""Times of clocks and sweeps, in seconds."""

from __future__ import annotations

from citadels.settings.parts.environment import env

GRACE_SECONDS: int = env.int("GRACE_SECONDS", default=30)
"""A command that arrives no later than this after its deadline is still accepted."""
REQUEST_SECONDS: int = env.int("REQUEST_SECONDS", default=30)
"""The longest request. A sweep resolves a deadline only after this and the grace time, so a player
who moved in time and waits for the lock cannot lose.
"""
LOCK_SECONDS = max(1, REQUEST_SECONDS * 2 // 3)
"""How long a request waits for the lock of a game before it gets 503."""
IDLE_LOCK_SECONDS = 60
"""How long a process may hold a lock without activity before the database ends its session."""
SWEEP_SECONDS: int = env.int("SWEEP_SECONDS", default=5)
"""Time between two sweeps."""
WAKE_SECONDS: int = env.int("WAKE_SECONDS", default=5)
"""How long a server turn may wait for the worker that was woken for it."""
LEASE_SECONDS: int = env.int("LEASE_SECONDS", default=30)
"""The lease of the first attempt at a due game, in case its process dies. It doubles with each
further attempt. A bot is stopped before it ends.
"""
MAX_GAP_SECONDS: int = env.int("MAX_GAP_SECONDS", default=120)
"""More time than this without a sweep was an outage, which no clock counts."""
MAX_ATTEMPTS = 5
"""Failures in a row after which a game is quarantined."""
WEB_PROBE_URL: str = env.str("WEB_PROBE_URL", default="")
"""The URL that a sweep requests to check that players can reach the service. Empty: no
check.
"""

# The database's clock decides, whatever the clocks of the machines say.
CLOCK = "database"
