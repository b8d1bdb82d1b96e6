"""Database errors that mean "this connection cannot work", and how connections recover from them.

PostgreSQL reports a read-only transaction as an internal error, which looks like our bug. A
session also keeps the setting with which it began, and SQLite keeps a file open as it found it, so
the connection would refuse every write after the database has recovered. The same holds for a
prepared statement after a migration has changed the type of a column.
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

from core import tracing

logger = logging.getLogger(__name__)

POSTGRESQL = ("25006", "53100", "42501")
"""PostgreSQL's codes for read-only, disk full, and no permission: for our role, or for its own on a
disk that has become read-only.
"""
TOO_MUCH = "54"
"""The class of PostgreSQL's codes for a statement or a value beyond its limits."""
OUTDATED_PLAN = "RevalidateCachedQuery"
"""The PostgreSQL function that refuses an outdated statement. Other errors have the same code, and
the message is in the language of the server.
"""
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
    """Closes the connection after a refusal, between two requests, tasks or sweeps."""

    has_refused = False

    @cached_property
    def wrap_database_errors(self) -> RefusalWrapper:
        return RefusalWrapper(self)

    def connect(self) -> None:
        super().connect()
        self.has_refused = False

    def _commit(self) -> None:
        with tracing.span("COMMIT", "CLIENT"):  # which waits for the disk
            super()._commit()  # type: ignore[misc]  # the stubs do not know it

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
    """True if an error of Django says that the database is unavailable, locked or refuses to write,
    so that the statement itself is right.
    """
    if isinstance(error, OperationalError):
        # SQLite reports a missing table as an operational error, too.
        name: Any = getattr(error.__cause__, "sqlite_errorname", None)
        code = getattr(error.__cause__, "sqlstate", None) or ""
        return name.startswith(SQLITE + SQLITE_BUSY) if name else not code.startswith(TOO_MUCH)
    return isinstance(error, InterfaceError)


@contextmanager
def optional_write(what: str) -> Iterator[None]:
    """Run a write that is not essential: a refusal by the database is logged, not raised."""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        logger.debug("%s: not written: %s", what, error)
