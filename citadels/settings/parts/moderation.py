"""Limits of reports."""

from __future__ import annotations

from citadels.settings.parts.environment import env

MAX_REPORTS = env.int("MAX_REPORTS", default=20)
"""Open reports of one user."""
REPORT_CLAIM_MINUTES = env.int("REPORT_CLAIM_MINUTES", default=60)
"""Minutes for which a moderator has a report for themselves."""
