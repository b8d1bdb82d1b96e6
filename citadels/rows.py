"""Rows of models, read and written by statements whose texts are put together once.

Making a statement costs the ORM more than the database takes to answer a small one. What is asked
with every request goes this way; all else through the ORM. The conversions are the ORM's own, so
that nobody can tell where a row comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState

from citadels.statements import Row, asked
from citadels.writes import Write, write

M = TypeVar("M", bound=models.Model)


class Columns(Generic[M]):
    """Some columns of a model, and how its rows are made of what the database gives for them."""

    def __init__(self, model: type[M], names: Iterable[str] = ()) -> None:
        self.model = model
        self.fields = fields_named(model, set(names))
        self.names = [field.attname for field in self.fields]
        self.converters: list[tuple[int, Any, Any]] = []
        for place, field in enumerate(self.fields):
            column = field.get_col(model._meta.db_table)
            for convert in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            ):
                self.converters.append((place, convert, column))
        self.preparing = [
            (place, field) for place, field in enumerate(self.fields) if not taken_as_it_is(field)
        ]

    def __len__(self) -> int:
        return len(self.fields)

    def of(self, alias: str) -> str:
        """The columns as a SELECT lists them."""
        return ", ".join(f'{alias}."{field.column}"' for field in self.fields)

    def row(self, values: Row) -> M:
        """The row of the model with these values; columns that were not read are read when asked
        for.
        """
        converted = list(values)
        for place, convert, column in self.converters:
            converted[place] = convert(converted[place], column, connection)
        return self.made(converted)

    def made(self, values: Row) -> M:
        """The row of the model with these values, which are converted already."""
        row = self.model.__new__(self.model)  # as from_db, without asking who listens to that
        row.__dict__.update(zip(self.names, values, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def stored(self, row: M) -> list[Any]:
        """The values of ``row`` as the database takes them."""
        values = [getattr(row, name) for name in self.names]
        for place, field in self.preparing:
            values[place] = field.get_db_prep_save(values[place], connection)
        return values


def fields_named(model: type[models.Model], names: set[str]) -> list[models.Field[Any, Any]]:
    """The columns with these names, in the order of the model; all if there are none. Raises
    FieldDoesNotExist.
    """
    fields = list(model._meta.concrete_fields)
    if unknown := names - {name for field in fields for name in (field.name, field.attname)}:
        raise FieldDoesNotExist(f"{model.__name__} has no {', '.join(sorted(unknown))}")
    return [field for field in fields if not names or {field.name, field.attname} & names]


def taken_as_it_is(field: models.Field[Any, Any]) -> bool:
    """Whether the database takes the values of this field as Python has them: PostgreSQL all but
    those of JSON.
    """
    return connection.vendor == "postgresql" and not isinstance(field, models.JSONField)


@cache
def columns(model: type[M], *names: str) -> Columns[M]:
    """Made once for each process: which database it is, its settings say."""
    return Columns(model, names)


def rows_keyed(model: type[M], keys: Iterable[Any]) -> dict[Any, M]:
    """The rows with these keys, by them; all in one statement."""
    values = [key_stored(model, key) for key in keys]
    if not values:
        return {}
    rows = asked(keyed_statement(model, len(values)), *values)
    found = [columns(model).row(row) for row in rows]
    return {row.pk: row for row in found}


@cache
def keyed_statement(model: type[models.Model], count: int) -> str:
    places = ", ".join(["%s"] * count)
    table, key = model._meta.db_table, model._meta.pk.column
    return f'SELECT {columns(model).of("r")} FROM "{table}" r WHERE r."{key}" IN ({places})'


def linked(row: M, **related: models.Model | None) -> M:
    """The row, which knows now the rows it refers to by these names."""
    for name, other in related.items():
        row._meta.get_field(name).set_cached_value(row, other)  # type: ignore[union-attr]
    return row


@cache
def insert_statement(model: type[models.Model], *names: str) -> str:
    """Adds a row with these columns, and gives its key."""
    fields = columns(model, *names).fields
    listed = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    table, key = model._meta.db_table, model._meta.pk.column
    return f'INSERT INTO "{table}" ({listed}) VALUES ({places}) RETURNING "{key}"'


@cache
def update_statement(model: type[models.Model], *names: str) -> str:
    """Writes these columns of the row with the key that comes last."""
    meta = model._meta
    sets = ", ".join(f'"{field.column}" = %s' for field in columns(model, *names).fields)
    return f'UPDATE "{meta.db_table}" SET {sets} WHERE "{meta.pk.column}" = %s'


@cache
def update_told_statement(model: type[models.Model], *names: str) -> str:
    """The same, and gives the key of the row that was there."""
    return f'{update_statement(model, *names)} RETURNING "{model._meta.pk.column}"'


def row_insert(row: models.Model, *names: str) -> None:
    """Store a new row with these columns; the database gives it its key."""
    model = type(row)
    values = columns(model, *names).stored(row)

    def told(key: Any) -> None:
        row.pk = key
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

    write(Write(insert_statement(model, *names), values, told))


def row_update(row: models.Model, *names: str) -> None:
    """Store these columns of a row. Raises DatabaseError: it is not there."""
    model = type(row)
    values = columns(model, *names).stored(row)
    write(Write(update_told_statement(model, *names), [*values, key_stored(model, row.pk)]))


def as_stored(model: type[models.Model], name: str, value: Any) -> Any:
    """A value of this field as the database takes it."""
    return model._meta.get_field(name).get_db_prep_value(value, connection)  # type: ignore[union-attr]


def key_stored(model: type[models.Model], key: Any) -> Any:
    """The key of a row as the database takes it."""
    return model._meta.pk.get_db_prep_value(key, connection)
