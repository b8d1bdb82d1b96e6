"""A database from before the migrations were restarted is refused, and can be emptied."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def manage(var: Path, *words: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    env |= {"VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=env, input=answer, capture_output=True, text=True, check=False
    )


def tables(database: Path) -> set[str]:
    with sqlite3.connect(database) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """A database that has what every one from before has: an applied migration, and its table."""
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    (database,) = tmp_path.glob("*.sqlite3")
    with sqlite3.connect(database) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('moderation', '0001_the_log', '2026-01-01')"
        )
        connection.execute("CREATE TABLE games_thought (id integer)")
    return database


@pytest.mark.slow
@pytest.mark.sqlite
def test_it_is_refused_with_advice_and_then_reset(tmp_path: Path, old_database: Path) -> None:
    refused = manage(tmp_path, "migrate")
    assert refused.returncode == 1
    assert "reset_database" in refused.stderr
    assert "Traceback" not in refused.stderr

    kept = manage(tmp_path, "reset_database", answer="no\n")
    assert kept.returncode == 1
    assert "games_thought" in tables(old_database)

    assert manage(tmp_path, "reset_database", answer="yes\n").returncode == 0
    assert "games_thought" not in tables(old_database)
    assert "games_game" in tables(old_database)
    assert manage(tmp_path, "migrate", "--check").returncode == 0
