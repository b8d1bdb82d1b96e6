"""What the settings ask of the environment, and what they make."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "SECRET_KEY": "for-tests-only",
    "ALLOWED_HOSTS": "example.org",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
    "REDIS_URL": "redis://127.0.0.1:1",
    "NUM_PROXIES": "1",
}
PROGRAM = "from citadels.settings.production import REST_FRAMEWORK as r; print(r['NUM_PROXIES'])"


def loaded(var: Path, without: str = "") -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in PRODUCTION}
    env |= {name: value for name, value in PRODUCTION.items() if name != without}
    env["VAR_DIR"] = str(var)
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)


def test_what_the_service_writes_is_its_owners_business(tmp_path: Path) -> None:
    var = tmp_path / "var"
    run = loaded(var)
    assert (run.returncode, run.stdout) == (0, "1\n"), run.stderr
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_guesses_nothing(name: str, tmp_path: Path) -> None:
    run = loaded(tmp_path, without=name)
    assert run.returncode != 0
    assert name in run.stderr
