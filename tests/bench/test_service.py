"""The benchmark of the server runs, for a moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.service.database import NoPostgres, scratch_database

PROGRAM = """
import json, sys
from pathlib import Path
from bench.server import Mode, measured

if __name__ == "__main__":
    mode = Mode(rounds=1, seconds=0.3, matches=8, stored=20, due=2)
    print(json.dumps(measured(mode, 1, sys.argv[1], Path(sys.argv[2]))))
"""


@pytest.mark.slow
def test_every_round_is_run_and_every_ratio_printed(tmp_path: Path) -> None:
    try:
        with scratch_database() as url:
            found = figures(url, tmp_path)
    except NoPostgres as reason:
        pytest.skip(f"no PostgreSQL: {reason}")
    assert found["compiled"] is False  # it was asked to run what lies here
    for name in ("read", "view", "304", "move", "command", "empty", "bots"):
        assert found["rates"][name]["per_second"] > 0
    for name in ("command / move", "view / read", "304 / read"):
        ratio = found["ratios"][name]
        assert ratio["by_rate"] > 0  # how much: only where nothing else uses the machine
        assert 0 < ratio["by_cpu"] < 2
        assert ratio["goal"]
    assert found["stored"]["move_row_mean"] > 0


def figures(url: str, folder: Path) -> dict[str, Any]:
    """What a run of some seconds finds, in a process of its own."""
    program = folder / "moment.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(program), url, str(folder)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
