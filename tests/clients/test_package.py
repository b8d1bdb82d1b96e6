"""The client as strangers get it: a wheel, installed alone in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from clients.python.citadels_client import Api
from games.models import Game, Status
from tests.clients.conftest import PlayerNamed
from tests.conftest import PASSWORD

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients" / "python"
NEEDED = ("urllib3", "rich", "markdown_it", "mdurl", "pygments")
"""What the client needs, and what that needs."""
PATIENCE = 120.0


def pip(*words: str | Path) -> None:
    offline = ["--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", words[0], *offline, *words[1:]], check=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has the client, what it needs, no more."""
    folder = tmp_path_factory.mktemp("stranger")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CLIENTS / name, source)
    shutil.copytree(CLIENTS / "citadels_client", source / "citadels_client")
    pip("wheel", "--no-build-isolation", "--wheel-dir", folder, source)
    (wheel,) = folder.glob("citadels_client-*-py3-none-any.whl")
    home = folder / "env"
    venv.create(home, symlinks=True)
    (packages,) = home.glob("lib/python*/site-packages")
    pip("install", "--target", packages, wheel)
    ours = Path(str(distribution("urllib3").locate_file("")))
    for name in NEEDED:
        (packages / name).symlink_to(ours / name)
    return home / "bin"


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Run Python of that environment, where nothing of the project is on the path."""

    def run(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(installed / "python"), *words],
            cwd=tmp_path,
            env={"CITADELS_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
            input=said,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    return run


@pytest.mark.slow
def test_it_is_typed_and_stands_alone(run: Run) -> None:
    code = (
        "import citadels_client, pathlib, sys;"
        "folder = pathlib.Path(citadels_client.__file__).parent;"
        "typed = (folder / 'py.typed').exists();"
        "print(typed, 'django' in sys.modules, folder.parent.name)"
    )
    told = run("-c", code)
    assert told.stdout.split() == ["True", "False", "site-packages"], told.stderr


@pytest.fixture
def bot(
    installed: Path, live_server: LiveServer, tmp_path: Path, player: PlayerNamed
) -> Iterator[tuple[Api, str]]:
    """The client of alice, and her match, at which the example takes a seat."""
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=3, bots=["greedy"])
    example = str(CLIENTS / "examples" / "bot.py")
    words = [live_server.url, "robbie", PASSWORD, game["id"]]
    with (tmp_path / "said").open("w") as said:
        running = subprocess.Popen(
            [str(installed / "python"), example, *words],
            cwd=tmp_path,
            stdout=said,
            stderr=said,
            env={},
        )
        yield alice, game["id"]
        running.terminate()
        running.wait(10)
    assert "Traceback" not in (tmp_path / "said").read_text()


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_example_plays_all_its_turns(bot: tuple[Api, str]) -> None:
    alice, match = bot
    until = time.monotonic() + PATIENCE
    started = False
    while time.monotonic() < until:
        game = alice.game(match)
        if not started and all(seat["user"] or seat["bot"] for seat in game["seats"]):
            alice.start(match)
            started = True
        decision = game["decision"]
        if game["status"] == "finished":
            break
        if decision and "options" in decision:
            alice.command(match, decision["id"], [decision["options"][0]["choice"]])
        else:
            time.sleep(0.02)
    row = Game.objects.get()
    assert row.status == Status.FINISHED
    assert not row.seats.filter(lost_at__isnull=False).exists()


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_program_finds_a_table_and_plays(
    run: Run, live_server: LiveServer, player: PlayerNamed, tmp_path: Path
) -> None:
    alice = player("alice")
    login = f"Login({live_server.url!r}, {alice.token!r}, 'fr')"
    keep = f"from citadels_client.keyring import *; save_login_file({login})"
    assert run("-c", keep).returncode == 0
    assert os.stat(tmp_path / "login.json").st_mode & 0o077 == 0
    program = ("-m", "citadels_client.cli")
    made = run(*program, "create", "--seats", "3", "--bots", "greedy,greedy")
    match, status = made.stdout.split()
    assert status == "active", made.stderr
    listed = run(*program, "list")
    assert match in listed.stdout, listed.stderr
    played = run(*program, "play", match, "--picture", "table.svg", said="1\nq\n")
    assert played.returncode == 0, played.stderr
    assert "Quel personnage" in played.stdout, played.stdout
    assert 'lang="fr"' in (tmp_path / "table.svg").read_text()
    assert "Votre place est gardée" in played.stdout
    assert Game.objects.get().move_count > 0
