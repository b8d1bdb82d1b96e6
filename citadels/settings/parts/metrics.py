"""Prometheus metrics, and the limits of the readiness checks (docs/operations/monitor.md)."""

from __future__ import annotations

import os

from citadels.settings.parts.environment import env
from citadels.settings.parts.paths import VAR_DIR

# A separate port, which no proxy exposes. 0: no metrics are kept.
METRICS_PORT: int = env.int("METRICS_PORT", default=0)
METRICS_HOST: str = env.str("METRICS_HOST", default="127.0.0.1")
METRICS_DIR = VAR_DIR / "metrics"

if METRICS_PORT:
    # Each process writes files there, and the one that is scraped adds them up. The library reads
    # this variable when it is imported.
    METRICS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

# A file that backups touch when they succeed; its age is a metric. Empty: no metric.
BACKUP_STAMP: str = env.str("BACKUP_STAMP", default="")

LOG_REQUESTS: bool = env.bool("LOG_REQUESTS", default=False)

# The limits of /readyz, in seconds.
READY_HEARTBEAT: int = env.int("READY_HEARTBEAT_SECONDS", default=120)
READY_OVERDUE: int = env.int("READY_OVERDUE_SECONDS", default=120)
READY_OUTBOX: int = env.int("READY_OUTBOX_SECONDS", default=300)
LIVENESS_SECONDS: int = env.int("LIVENESS_SECONDS", default=120)
"""Seconds without a heartbeat after which a process without requests counts as dead."""
STALLED_SECONDS: int = env.int("STALLED_SECONDS", default=600)
"""Seconds without a finished task, while messages wait, after which a worker counts as dead."""
