"""Statements on their way to the database, with as little in between as can be.

What the framework does around a statement of a few columns costs more than the statement: a new
cursor each time, with loaders of its own, behind two others. On PostgreSQL one cursor is kept for
each connection, and whatever watches statements, as tests do, gets them the framework's way. Errors
and broken transactions are the framework's in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, NotSupportedError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from citadels.plans import plans_forget, plans_renewed

Row = Sequence[Any]
_kept: WeakKeyDictionary[BaseDatabaseWrapper, Any] = WeakKeyDictionary()


def asked(statement: str, *values: Any) -> list[Row]:
    """What the database answers."""
    database = connections[DEFAULT_DB_ALIAS]
    if (cursor := cursor_kept(database)) is not None:
        try:
            with database.wrap_database_errors:
                return list(cursor.execute(statement, values).fetchall())
        except NotSupportedError as error:
            plans_forget(database, error)
            raise
    with database.cursor() as usual:
        usual.execute(statement, values)
        return list(usual.fetchall())


def cursor_kept(database: BaseDatabaseWrapper) -> Any:
    """The cursor that is kept for the connection; None: this one goes the framework's way."""
    raw = database.connection
    if raw is None or database.vendor != "postgresql":
        return None
    watched = any(wrapper is not plans_renewed for wrapper in database.execute_wrappers)
    if watched or database.queries_logged:
        return None
    database.validate_no_broken_transaction()
    cursor = _kept.get(database)
    if cursor is None or cursor.connection is not raw:
        cursor = _kept[database] = cursor_made(raw)
    return cursor


def cursor_made(raw: Any) -> Any:
    from psycopg.types.datetime import TimestamptzLoader

    cursor = raw.cursor()
    # The framework's is of Python, since it can change the zone; the connection's is UTC already.
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)
    return cursor
