"""PostgreSQL for tests that commit: faster, because a test database need not survive a crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations

FULL = "SELECT {number} AS number WHERE EXISTS (SELECT 1 FROM {table})"


def prepare_database() -> None:
    """Let no connection to the test database wait for the disk, and turn autovacuum off.

    Autovacuum would store statistics of tables that happen to be empty, and the query plans that
    tests look at would depend on when it ran. A role that does not own the
    database changes nothing.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_has_role(datdba, 'USAGE') FROM pg_database "
            "WHERE datname = current_database()"
        )
        if not cursor.fetchone()[0]:
            return
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        for table in connection.introspection.table_names(cursor):
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"ALTER TABLE {quoted} SET (autovacuum_enabled = off)")
    connection.close()  # the next connection has the settings


def emptied(
    self: DatabaseOperations,
    style: Any,
    tables: Sequence[str],
    *,
    reset_sequences: bool = False,
    allow_cascade: bool = False,
) -> list[str]:
    """In place of ``DatabaseOperations.sql_flush``: delete rows where there are any.

    TRUNCATE makes new files for every table and each of its indexes, and waits for them: more than
    a second after each test. Here triggers are passed over, as they are by TRUNCATE: those that
    keep the log of acts, and foreign keys, of which nothing is left over.
    """
    if reset_sequences or not triggers_may_be_passed_over(self):
        return truncated(
            self, style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
        )
    names = [self.quote_name(table) for table in tables]
    if not names:
        return []
    asked = " UNION ALL ".join(
        FULL.format(number=number, table=name) for number, name in enumerate(names)
    )
    with self.connection.cursor() as cursor:
        cursor.execute(asked)
        full = [names[number] for (number,) in cursor.fetchall()]
    return [
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {name}" for name in full),
    ]


def triggers_may_be_passed_over(operations: DatabaseOperations) -> bool:
    """Only a superuser may: the role of the tests need not be one."""
    with operations.connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


truncated = DatabaseOperations.sql_flush
