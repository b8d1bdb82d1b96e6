"""The comparison with a million games runs, with few of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from bench.million.compare import LIMIT, figures, table_of
from bench.million.operations import Sample
from bench.service import ROOT
from tests.faults.processes import database_url

BULK = {
    "purge",
    "export of records",
    "export of a user's data",
    "replays, processes: 1",
    f"replays, processes: {os.cpu_count() or 1}",
    "migration: an index",
    "migration: a check",
    "backup",
    "restore",
}
SCRATCH = (
    "SELECT count(*) FROM pg_database WHERE datname ~ '^citadels_(originals|small|large|restored)_'"
)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_every_operation_is_measured_in_both_databases(tmp_path: Path) -> None:
    sizes = ("--matches", "1200", "--among", "1000", "--originals", "2")
    short = ("--rounds", "1", "--warm", "0", "--each", "1")
    done = subprocess.run(
        [sys.executable, "-m", "bench.million", *sizes, *short, "--output", tmp_path],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((tmp_path / "million.json").read_text())
    assert found["matches"] == 1200
    assert len(found["operations"]) > 40
    assert set(found["bulk"]) == BULK
    for row in found["bulk"].values():
        assert row["seconds_a_thousand"] >= 0
        assert row.get("rows", 1) > 0
        assert row.get("bytes", 1) > 0
    assert found["stored"]["moves_of_a_game"] > found["stored"]["a_game_without_its_moves"] > 0
    for row in found["operations"].values():
        assert row["small"]["cpu_ms"] > row["small"]["postgres_ms"] > 0
        assert row["large"]["cpu_ms"] > row["large"]["postgres_ms"] > 0
    with connection.cursor() as cursor:
        cursor.execute(SCRATCH)
        assert cursor.fetchall() == [(0,)]


def test_an_operation_above_the_limit_is_marked() -> None:
    one = [Sample(django=2.0, postgres=1.0, clock=4.0)]
    other = [Sample(django=2.0, postgres=1.0 + 3 * LIMIT, clock=9.0)]
    compared = {"same": figures(one, one), "slower": figures(one, other)}
    assert [row["ratio"] for row in compared.values()] == [1.0, 2.5]
    *_, marks = table_of(compared, 10, 1000).columns
    assert list(marks.cells) == ["", "above"]
