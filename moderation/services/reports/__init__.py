"""Reports: players make and withdraw them; moderators claim, annotate, merge and close them."""

from __future__ import annotations

from moderation.services.reports.closing import NOT_CLOSABLE, report_close, reports_merge
from moderation.services.reports.handling import (
    report_assign,
    report_claim,
    report_find,
    report_note,
    report_reach_check,
    report_release,
)
from moderation.services.reports.making import report_make, report_withdraw
from moderation.services.reports.questions import question_answer, reporter_ask

__all__ = [
    "NOT_CLOSABLE",
    "question_answer",
    "report_assign",
    "report_claim",
    "report_close",
    "report_find",
    "report_make",
    "report_note",
    "report_reach_check",
    "report_release",
    "report_withdraw",
    "reporter_ask",
    "reports_merge",
]
