"""Model instances from raw SQL, for the few statements that the ORM takes longer to compile than
the database to answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, models


class JoinedModels:
    """The models that a SELECT joins: for the alias of each table, its model and the names of the
    fields to read, with the primary key.

    Without names all fields are read; otherwise the others are loaded on access.
    """

    def __init__(self, **tables: tuple[type[models.Model], Sequence[str]]) -> None:
        listed: list[str] = []
        columns: list[Any] = []
        self.parts: list[tuple[type[models.Model], list[str], slice, int]] = []
        for alias, (model, names) in tables.items():
            fields = [
                field
                for field in model._meta.concrete_fields
                if not names or field.attname in names
            ]
            begin, key = len(columns), fields.index(model._meta.pk)
            listed += [f'{alias}."{field.column}"' for field in fields]
            columns += [field.get_col(model._meta.db_table) for field in fields]
            attributes = [field.attname for field in fields]
            place = slice(begin, begin + len(fields))
            self.parts.append((model, attributes, place, begin + key))
        self.columns = ", ".join(listed)
        """The start of the SELECT list."""
        self.size = len(columns)
        self.converters = compiler().get_converters(columns)

    def fetch(self, sql: str, *values: Any) -> list[list[Any]]:
        """Run a SELECT that lists ``columns`` first.

        Returns a list for each row: an instance of each model, or None where the join found
        nothing, and then the further columns.
        """
        with connection.cursor() as cursor:
            cursor.execute(sql, [adapt_value(value) for value in values])
            rows = compiler().apply_converters(cursor.fetchall(), self.converters)
        return [self.instances(row) for row in rows]

    def instances(self, row: Sequence[Any]) -> list[Any]:
        """Return the instances and values of one row."""
        found = [
            None if row[key] is None else model.from_db(DEFAULT_DB_ALIAS, attributes, row[place])
            for model, attributes, place, key in self.parts
        ]
        return [*found, *row[self.size :]]


def compiler() -> Any:
    """Return a compiler for the connection of this thread. It holds the connection: do not keep
    it.
    """
    return models.sql.Query(None).get_compiler(DEFAULT_DB_ALIAS)


def adapt_value(value: Any) -> Any:
    """Return a value in the form that the database driver accepts."""
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
