"""A backup of SQLite is good for something: `make rehearse-restore` shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from accounts.models import User
from accounts.services.tokens import token_issue, tokens_revoke
from games.models import Game
from tests.rehearsal import documented, gone_on, run, verified, world
from tests.restored import contents

__all__ = ["world"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_sqlite_is_restored_verified_and_played_on(
    world: list[Game], alice: User, tmp_path: Path
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("needs SQLite")
    token = token_issue(user=alice).text
    before, commands = contents(), documented("SQLite")
    with connection.cursor() as cursor:  # tests have theirs in memory: this is a service's
        cursor.execute("VACUUM INTO %s", [str(tmp_path / "db.sqlite3")])
    words = {"VAR_DIR": tmp_path, "BACKUP": tmp_path / "backup"}
    run(commands["backup"], **words)
    tokens_revoke(user=alice)
    (tmp_path / "db.sqlite3").write_bytes(b"lost")
    assert verified(run(commands["restore"], **words))
    gone_on(before, TOKEN=token, VAR_DIR=tmp_path)
