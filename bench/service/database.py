"""A database of the benchmark's own, which is dropped in the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg

USUAL = "postgres://postgres@127.0.0.1:5432/postgres"


class NoPostgres(Exception):
    """There is no PostgreSQL to measure on."""


@contextmanager
def scratch_database(purpose: str = "bench") -> Iterator[str]:
    """The address of a new, empty database beside the one of ``DATABASE_URL``.

    Raises NoPostgres.
    """
    admin = os.environ.get("DATABASE_URL") or USUAL
    name = f"citadels_{purpose}_{os.getpid()}"
    try:
        psycopg.connect(admin, connect_timeout=3).close()
    except psycopg.Error as error:
        raise NoPostgres(" ".join(str(error).split())) from None
    ask(admin, f'CREATE DATABASE "{name}"')
    try:
        yield urlunsplit(urlsplit(admin)._replace(path=f"/{name}"))
    finally:
        ask(admin, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def ask(url: str, statement: str) -> None:
    """One statement outside of any transaction."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())
