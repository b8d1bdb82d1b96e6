"""`manage.py` with the wrong settings, or before `migrate`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.operations.test_restarted_migrations import manage

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


def no_tables(var: Path) -> str:
    return (
        f"There are no tables in sqlite:///{var}/db.sqlite3: run migrate, or set DATABASE_URL (the "
        "environment of the service is in /etc/citadels/environment: use citadels-manage).\n"
    )


@pytest.mark.parametrize("words", [("end_access",), ("verify_replays", "--all-running")])
def test_a_command_without_a_database_says_so_and_makes_nothing(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    run = manage(tmp_path, *words)
    assert (run.returncode, run.stderr) == (1, no_tables(tmp_path))
    assert manage(tmp_path, "check").returncode == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_an_empty_database_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "db.sqlite3").touch()
    assert manage(tmp_path, "end_access").stderr == no_tables(tmp_path)


def test_migrate_makes_what_the_others_read(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "--check").returncode == 1
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    keys = {name: (tmp_path / name).read_text() for name in ("secret_key", "vapid_key")}
    assert manage(tmp_path, "end_access").returncode == 0
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    assert manage(tmp_path, "shell", "--command", code).stdout.strip().endswith(keys["secret_key"])
    assert {name: (tmp_path / name).read_text() for name in keys} == keys
