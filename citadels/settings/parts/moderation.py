"""Reports: how many, and how long a moderator may sit on one."""

from __future__ import annotations

from citadels.settings.parts.environment import env

MAX_REPORTS = env.int("MAX_REPORTS", default=20)
"""Open reports of one user."""
REPORT_CLAIM_MINUTES = env.int("REPORT_CLAIM_MINUTES", default=60)
"""That a moderator has a report to himself."""
