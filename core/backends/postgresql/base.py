"""PostgreSQL, with connections that are closed after a refusal and that read times quickly."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from core.backends.refusals import ClosedAfterRefusal


class TimeLoader(Loader):
    """Reads a time as a session in UTC sends it, four times faster than Django's loader."""

    timezone = UTC
    """Django uses its own loader unless this is the zone of the session."""

    def load(self, data: Buffer) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


class DatabaseWrapper(ClosedAfterRefusal, base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.adapters.register_loader("timestamptz", TimeLoader)
        return connection
