"""What PostgreSQL has planned for a connection, after a migration has changed a table.

A prepared statement whose columns have other types by now is refused, each time it is asked again.
So the one who asks is told to come again, as if the database had been away, and the plans are
forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import NotSupportedError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

REFUSED_BY = "RevalidateCachedQuery"
"""The function of PostgreSQL that refuses it. Its code is that of much else, and its words are in
the language of the server."""


@receiver(connection_created)
def plans_watch(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    wrappers = connection.execute_wrappers
    if connection.vendor == "postgresql" and plans_renewed not in wrappers:
        wrappers.insert(0, plans_renewed)  # who adds one for a while takes the last one away


def plans_renewed(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement. Raises OperationalError: its plan was outdated; ask again."""
    try:
        return execute(sql, params, many, context)
    except NotSupportedError as error:
        plans_forget(context["connection"], error)
        raise


def plans_forget(connection: BaseDatabaseWrapper, error: NotSupportedError) -> None:
    """Forget what was planned, if that is what was refused. Raises OperationalError: it was."""
    if not outdated(error):
        return
    if not connection.in_atomic_block:  # else they are forgotten when it is rolled back
        connection.close()
    raise OperationalError("a table has changed since this was planned") from error


def outdated(error: NotSupportedError) -> bool:
    """Whether PostgreSQL refuses what it has planned itself."""
    told = getattr(error.__cause__, "diag", None)
    return told is not None and told.source_function == REFUSED_BY
