"""A dump of PostgreSQL is good for something: `make rehearse-restore` shows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from accounts.models import User
from accounts.services.tokens import token_issue, tokens_revoke
from games.models import Game
from tests.faults.processes import database_url
from tests.rehearsal import documented, gone_on, run, verified, world
from tests.restored import contents

__all__ = ["world"]


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_dump_of_postgresql_is_restored_verified_and_played_on(
    world: list[Game], alice: User, tmp_path: Path
) -> None:
    token = token_issue(user=alice).text
    before, commands = contents(), documented("PostgreSQL")
    restored = f"{connection.settings_dict['NAME']}_restored"
    url = urlunsplit(urlsplit(database_url())._replace(path=f"/{restored}"))
    words = {"DATABASE_URL": database_url(), "RESTORED_URL": url, "BACKUP": tmp_path / "backup"}
    run(commands["backup"], **words)
    tokens_revoke(user=alice)
    with empty_database(restored):
        assert verified(run(commands["restore"], **words))
        gone_on(before, TOKEN=token, DATABASE_URL=url)


@contextmanager
def empty_database(name: str) -> Iterator[None]:
    with psycopg.connect(database_url(), autocommit=True) as admin:
        quoted = sql.Identifier(name)
        admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(quoted))
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(quoted))
        try:
            yield
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(quoted))
