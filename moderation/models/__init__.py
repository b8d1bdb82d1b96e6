"""The audit log of moderation, and reports and appeals of users."""

from __future__ import annotations

from moderation.models.audit import REASON_LENGTH, Action, AuditEntry, Permission
from moderation.models.form_nonce import FormNonce
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
    "Action",
    "Appeal",
    "AuditEntry",
    "Category",
    "FormNonce",
    "Outcome",
    "Permission",
    "Report",
    "ReportNote",
    "Ruling",
    "State",
]
