"""SQLite, with connections that are closed after a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from core.backends.refusals import ClosedAfterRefusal


class DatabaseWrapper(ClosedAfterRefusal, base.DatabaseWrapper):
    """SQLite. Only ``migrate`` makes the file: a command with the wrong settings makes none."""

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        if not self.is_in_memory_db():
            file = Path(params["database"]).absolute()
            params["database"] = f"{file.as_uri()}?mode=rw"
        return params
