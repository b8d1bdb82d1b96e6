"""Writes of single rows: each at once, or some of them together at the end of what they belong to.

A move writes three rows or four. Each would be a way to the database and back, while the match is
locked; PostgreSQL takes all of them in one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple

from django.db import DatabaseError, connection

from citadels.statements import asked


class Write(NamedTuple):
    """A statement that writes one row and gives its key; ``told`` hears of the key."""

    statement: str
    values: Sequence[Any]
    told: Callable[[Any], None] = lambda key: None


_waiting: ContextVar[list[Write] | None] = ContextVar("waiting", default=None)


def write(one: Write) -> None:
    """Write one row, now or with the others. Raises DatabaseError: it is not there."""
    waiting = _waiting.get()
    if waiting is None:
        written([one])
    else:
        waiting.append(one)


@contextmanager
def together() -> Iterator[None]:
    """What is written within it is written at its end, all or, after an error, nothing.

    So nobody may look within it for what was written there, nor write one row twice: the statement
    would see neither.
    """
    if _waiting.get() is not None:
        raise RuntimeError("These writes wait for others already.")
    waiting: list[Write] = []
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    written(waiting)


def written(writes: Sequence[Write]) -> None:
    """Write the rows. Raises DatabaseError: one is not there."""
    if len(writes) > 1 and connection.vendor == "postgresql":
        statement = joined(tuple(one.statement for one in writes))
        (keys,) = asked(statement, *(value for one in writes for value in one.values))
    else:
        rows = [asked(one.statement, *one.values) for one in writes]
        keys = [row[0][0] if row else None for row in rows]
    for one, key in zip(writes, keys, strict=True):
        if key is None:
            raise DatabaseError(f"No row was written: {one.statement}")
        one.told(key)


@cache
def joined(statements: tuple[str, ...]) -> str:
    """One statement for all of them, which gives the key of each."""
    parts = ", ".join(f"w{n}(key) AS ({one})" for n, one in enumerate(statements))
    keys = ", ".join(f"(SELECT key FROM w{n})" for n in range(len(statements)))
    return f"WITH {parts} SELECT {keys}"
