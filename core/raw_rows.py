"""Rows in raw SQL, for the few statements that the ORM takes longer to compile than the database to
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models
from django.db.models.base import ModelState

from core import json


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
            fields: list[Any] = [*map(model._meta.get_field, names)] or [
                *model._meta.concrete_fields
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
        return [self.instances(row) for row in self.fetch_values(sql, *values)]

    def fetch_values(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        """Run a SELECT that lists ``columns`` first, and return the values of each row."""
        database = connections[DEFAULT_DB_ALIAS]  # looking it up is not cheap
        with database.cursor() as cursor:
            cursor.execute(sql, [adapt_value(value, database) for value in values])
            return list(compiler().apply_converters(cursor.fetchall(), self.converters))

    def instances(self, row: Sequence[Any]) -> list[Any]:
        """Return the instances and values of one row."""
        found = [
            None if row[key] is None else stored_instance(model, attributes, row[place])
            for model, attributes, place, key in self.parts
        ]
        return [*found, *row[self.size :]]


def stored_instance(
    model: type[models.Model], names: Sequence[str], values: Sequence[Any]
) -> models.Model:
    """Return an instance with values of its row; the others are loaded on access.

    Like one that is unpickled, it is made without ``__init__``, which takes ten times longer.
    """
    instance = model.__new__(model)
    instance.__dict__.update(zip(names, values, strict=True), _state=ModelState())
    instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS
    return instance


def row_insert(instance: models.Model) -> None:
    """Insert the row of an instance, whose primary key the database gives. No signal is sent, and
    `pre_save` is not called.
    """
    fields = [field for field in instance._meta.concrete_fields if not field.primary_key]
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(insert_sql(type(instance)), column_values(instance, fields, database))
        (instance.pk,) = cursor.fetchone()
    instance._state.adding = False


def row_update(instance: models.Model, names: tuple[str, ...]) -> None:
    """Store these fields of an instance. No signal is sent. Raises DatabaseError without a row."""
    meta = instance._meta
    fields = [*map(meta.get_field, names), meta.pk]
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(update_sql(type(instance), names), column_values(instance, fields, database))
        if cursor.rowcount != 1:
            raise DatabaseError(f"There is no row of {instance!r}.")


@cache
def insert_sql(model: type[models.Model]) -> str:
    """Return the statement that inserts a row of a model and returns its primary key."""
    meta = model._meta
    columns = [field.column for field in meta.concrete_fields if not field.primary_key]
    listed = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(["%s"] * len(columns))
    return (
        f'INSERT INTO "{meta.db_table}" ({listed}) VALUES ({values}) RETURNING "{meta.pk.column}"'
    )


@cache
def update_sql(model: type[models.Model], names: tuple[str, ...]) -> str:
    """Return the statement that stores these fields of a row."""
    meta = model._meta
    fields: list[Any] = [meta.get_field(name) for name in names]
    changes = ", ".join(f'"{field.column}" = %s' for field in fields)
    return f'UPDATE "{meta.db_table}" SET {changes} WHERE "{meta.pk.column}" = %s'


def column_values(instance: models.Model, fields: Sequence[Any], database: Any) -> list[Any]:
    """Return the values of these fields in the form that the database driver accepts."""
    return [field.get_db_prep_save(getattr(instance, field.attname), database) for field in fields]


def compiler() -> Any:
    """Return a compiler for the connection of this thread. It holds the connection: do not keep
    it.
    """
    return models.sql.Query(None).get_compiler(DEFAULT_DB_ALIAS)


def adapt_value(value: Any, database: Any) -> Any:
    """Return a value in the form that the database driver accepts: SQLite gets a list as JSON."""
    if isinstance(value, UUID) and not database.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, list) and database.vendor == "sqlite":
        return json.dumps([adapt_value(one, database) for one in value]).decode()
    if isinstance(value, datetime):
        return database.ops.adapt_datetimefield_value(value)
    return value
