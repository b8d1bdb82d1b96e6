"""PostgreSQL, with connections that are closed after a refusal."""

from __future__ import annotations

from django.db.backends.postgresql import base

from core.backends.refusals import ClosedAfterRefusal


class DatabaseWrapper(ClosedAfterRefusal, base.DatabaseWrapper):
    pass
