"""The generated TypeScript client compiles and plays a whole game."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Status

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "clients" / "typescript"
REQUIRED = bool(os.environ.get("CI"))


@pytest.fixture(scope="session")
def build() -> Path:
    """Run `make typescript`. Returns its folder."""
    missing = [name for name in ("make", "node", "npm") if shutil.which(name) is None]
    if missing:
        skip_or_fail(f"needs {' and '.join(missing)}")
    if not (FOLDER / "node_modules").is_dir() and not registry_answers():
        skip_or_fail("needs the packages of clients/typescript, and npm reaches no registry")
    process = subprocess.run(
        ["make", "--silent", "typescript"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return FOLDER


def skip_or_fail(reason: str) -> None:
    if REQUIRED:
        pytest.fail(f"required in CI: {reason}")
    pytest.skip(reason)


def registry_answers() -> bool:
    try:
        return subprocess.run(["npm", "ping"], capture_output=True, timeout=20).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
@pytest.mark.parametrize(("seats", "slug"), [("4", "citadels"), ("2", "castle")])
def test_it_plays_a_whole_game_against_bots(
    seats: str, slug: str, build: Path, live_server: LiveServer
) -> None:
    process = subprocess.run(
        ["node", "dist/main.js", live_server.url, seats, slug],
        cwd=build,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    assert game.result is not None
    assert not game.seats.filter(lost_at__isnull=False).exists()
    assert game.moves.filter(seat=0, actor="player").exists()
    placements = [int(number) for number in re.findall(r"^(\d+)\. ", process.stdout, re.MULTILINE)]
    assert placements == game.result["placements"]


def test_its_packages_are_pinned_and_name_no_registry() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    for name, entry in packages.items():
        assert entry["version"], name
        assert entry["integrity"].startswith("sha512-"), name
        assert "resolved" not in entry, name
