"""The audit log of moderation, reports and appeals of users, notes on them, and text presets."""

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
    Question,
    Report,
    ReportMessage,
    ReportNote,
    Ruling,
    State,
)
from moderation.models.text_preset import PresetKind, TextPreset
from moderation.models.user_note import UserNote

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
    "PresetKind",
    "Question",
    "Report",
    "ReportMessage",
    "ReportNote",
    "Ruling",
    "State",
    "TextPreset",
    "UserNote",
]
