"""What a database says that cannot serve this connection, and what becomes of the connection.

PostgreSQL reports a read-only transaction as an internal error, so that it looks like a fault of
ours. Moreover a session keeps the setting with which it began, and SQLite keeps a file open as it
found it: such a connection would refuse every write after the database has recovered. The same
holds for a statement that PostgreSQL prepared before a migration: a column has another type now,
and the connection would refuse the statement forever.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

logger = logging.getLogger(__name__)

POSTGRESQL = ("25006", "53100")
"""Read-only, and disk full."""
OUTDATED_PLAN = "RevalidateCachedQuery"
"""The function of PostgreSQL that refuses an outdated statement. Other refusals have the same code,
and the message is in the language of the server."""
SQLITE = ("SQLITE_READONLY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
SQLITE_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")


class RefusalWrapper(DatabaseErrorWrapper):
    """Raises OperationalError for a refusal, and marks the connection."""

    wrapper: ClosedAfterRefusal

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and is_refusal(error):
            self.wrapper.has_refused = True
            raise OperationalError(*error.args).with_traceback(trace) from error
        super().__exit__(kind, error, trace)


class ClosedAfterRefusal(BaseDatabaseWrapper):
    """A connection that is closed between two requests, tasks or sweeps after a refusal."""

    has_refused = False

    @cached_property
    def wrap_database_errors(self) -> RefusalWrapper:
        return RefusalWrapper(self)

    def connect(self) -> None:
        super().connect()
        self.has_refused = False

    def close_if_unusable_or_obsolete(self) -> None:
        if self.has_refused and not self.in_atomic_block:
            self.close()
        super().close_if_unusable_or_obsolete()


def is_refusal(error: BaseException) -> bool:
    """True if a driver's error says that the database cannot write, or that a prepared statement is
    outdated.
    """
    if getattr(error, "sqlstate", None) in POSTGRESQL:
        return True
    if getattr(getattr(error, "diag", None), "source_function", None) == OUTDATED_PLAN:
        return True
    return str(getattr(error, "sqlite_errorname", "")).startswith(SQLITE)


def is_unavailable(error: BaseException | None) -> bool:
    """True if Django's error says that the database is away, busy or refuses to write: there is
    nothing wrong with the statement.
    """
    if isinstance(error, OperationalError):
        # SQLite calls a table that is missing an operational error, too.
        name: Any = getattr(error.__cause__, "sqlite_errorname", None)
        return name is None or name.startswith(SQLITE + SQLITE_BUSY)
    return isinstance(error, InterfaceError)


@contextmanager
def optional_write(what: str) -> Iterator[None]:
    """Write something that a request can do without: it goes on if the database refuses."""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        logger.debug("%s: not written: %s", what, error)
