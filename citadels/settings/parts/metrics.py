"""Figures for Prometheus, and the limits of what is taken to be well (docs/operations.md)."""

from __future__ import annotations

import os

from citadels.settings.parts.environment import env
from citadels.settings.parts.paths import VAR_DIR

# A port of its own, which no proxy leads to. 0: nobody asks, and the processes keep nothing.
METRICS_PORT: int = env.int("METRICS_PORT", default=0)
METRICS_HOST: str = env.str("METRICS_HOST", default="127.0.0.1")
METRICS_DIR = VAR_DIR / "metrics"

if METRICS_PORT:
    # Each process writes files there, and whichever is asked adds up those of all. The library
    # reads this when it is imported.
    METRICS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

LOG_REQUESTS: bool = env.bool("LOG_REQUESTS", default=False)

# What /readyz takes to be well, in seconds.
READY_HEARTBEAT: int = env.int("READY_HEARTBEAT_SECONDS", default=120)
READY_OVERDUE: int = env.int("READY_OVERDUE_SECONDS", default=120)
READY_OUTBOX: int = env.int("READY_OUTBOX_SECONDS", default=300)
LIVENESS_SECONDS: int = env.int("LIVENESS_SECONDS", default=120)
"""Without a sign of life for so long a process that serves no requests counts as dead."""
STALLED_SECONDS: int = env.int("STALLED_SECONDS", default=600)
"""A worker that has finished nothing for so long, while messages wait for it, counts as dead."""
