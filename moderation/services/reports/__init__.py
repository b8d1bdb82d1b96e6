"""Reports: players make and withdraw them; moderators claim, annotate, merge and close them."""

from __future__ import annotations

from moderation.services.reports.closing import (
    report_close,
    report_merge,
    user_warn,
)
from moderation.services.reports.handling import (
    report_claim,
    report_find,
    report_note,
    report_reach_check,
    report_release,
)
from moderation.services.reports.making import report_make, report_withdraw

__all__ = [
    "report_claim",
    "report_close",
    "report_find",
    "report_make",
    "report_merge",
    "report_note",
    "report_reach_check",
    "report_release",
    "report_withdraw",
    "user_warn",
]
