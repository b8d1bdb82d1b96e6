"""What moderators do, and that it was done; what players report to them."""

from __future__ import annotations

from moderation.models.audit import REASON_LENGTH, Act, AuditEntry, Duty
from moderation.models.form_nonce import SentForm
from moderation.models.report import (
    ANSWER_LENGTH,
    TEXT_LENGTH,
    About,
    Appeal,
    Category,
    Outcome,
    Report,
    ReportNote,
    Ruling,
    State,
)

__all__ = [
    "ANSWER_LENGTH",
    "REASON_LENGTH",
    "TEXT_LENGTH",
    "About",
    "Act",
    "Appeal",
    "AuditEntry",
    "Category",
    "Duty",
    "Outcome",
    "Report",
    "ReportNote",
    "Ruling",
    "SentForm",
    "State",
]
