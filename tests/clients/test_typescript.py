"""The generated TypeScript client compiles and plays a whole game."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Status
from tests.clients.building import ROOT, locked, run_folder, run_make

FOLDER = ROOT / "clients" / "typescript"


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run `make typescript` once per test run. Returns its folder."""
    built = run_folder(tmp_path_factory) / "typescript-built"
    with locked(FOLDER):
        if not built.exists():
            run_make("typescript", FOLDER)
            built.touch()
    return FOLDER


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


USE = """
import { createApi, unwrap, type Game } from "citadels-client";
import { playGame, registerUser, startGame } from "citadels-client/play";

const [url = "", ruleset = ""] = process.argv.slice(2);
const rulesets = unwrap(await createApi(url).GET("/api/v1/rulesets/"));
console.log(rulesets.map((one) => one.slug).includes(ruleset));
const api = await registerUser(url);
const game: Game = await playGame(api, (await startGame(api, ruleset, 2)).id);
console.log(game.status);
"""


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_its_package_is_typed_and_plays(
    build: Path, tmp_path: Path, live_server: LiveServer
) -> None:
    shell("sh", str(build / "package.sh"), str(tmp_path), folder=tmp_path)
    (package,) = tmp_path.glob("citadels-client-*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    words = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund"]
    shell("npm", "install", *words, str(package), folder=tmp_path)
    for tool in ("typescript", "@types"):  # tools of the user's own
        (tmp_path / "node_modules" / tool).symlink_to(build / "node_modules" / tool)
    (tmp_path / "use.ts").write_text(USE)
    shell(
        *("node", "node_modules/typescript/bin/tsc", "--strict", "--target", "es2022"),
        *("--module", "nodenext", "--types", "node", "use.ts"),
        folder=tmp_path,
    )
    output = shell("node", "use.js", live_server.url, "castle", folder=tmp_path)
    assert output.split() == ["true", "finished"]


def shell(*words: str, folder: Path) -> str:
    process = subprocess.run(
        words,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def test_its_packages_are_pinned_and_name_no_registry() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    for name, entry in packages.items():
        assert entry["version"], name
        assert entry["integrity"].startswith("sha512-"), name
        assert "resolved" not in entry, name
