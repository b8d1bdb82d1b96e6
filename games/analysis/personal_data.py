"""Analyses and hints: exported, deleted with the account, and after their retention period."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.personal_data import (
    PersonalDataHandler,
    Rows,
    erase_rows,
    handler_register,
    retention_of,
)
from games.analysis.storage import decisions_unpack
from games.models import Analysis


def export_analyses(user: User) -> Rows:
    """Yield the analyses that the user requested."""
    columns = ("game", "seat", "kind", "decision", "status", "requested_at", "finished_at")
    for row in Analysis.objects.filter(user=user).values(*columns, "result").iterator():
        yield {**row, "result": decisions_unpack(bytes(row["result"]))}


def purge(now: datetime) -> None:
    """Delete analyses that were requested too long ago. They can be requested again."""
    Analysis.objects.filter(requested_at__lt=now - retention_of("ANALYSIS")).delete()


handler_register(
    PersonalDataHandler(
        "games.analysis",
        export_files=lambda user: [("analyses", export_analyses(user))],
        erase=erase_rows(Analysis),
        purge=purge,
    )
)
