"""The Python client as a wheel, installed alone in its own virtual environment."""

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
from tests.clients.conftest import RegisterPlayer
from tests.conftest import PASSWORD

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients" / "python"
REQUIREMENTS = ("urllib3", "rich", "markdown_it", "mdurl", "pygments")
"""The requirements of the client, and theirs."""
PATIENCE = 120.0


def pip(*words: str | Path) -> None:
    offline = ["--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", words[0], *offline, *words[1:]], check=True)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `bin` folder of an environment with the client and its requirements only."""
    folder = tmp_path_factory.mktemp("package")
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
    site_packages = Path(str(distribution("urllib3").locate_file("")))
    for name in REQUIREMENTS:
        (packages / name).symlink_to(site_packages / name)
    return home / "bin"


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(environment: Path, tmp_path: Path) -> Run:
    """Return a function that runs the Python of that environment, without the project."""

    def run(*words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(environment / "python"), *words],
            cwd=tmp_path,
            env={"CITADELS_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
            input=answers,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    return run


@pytest.mark.slow
def test_it_is_typed_and_independent_of_the_project(run: Run) -> None:
    code = (
        "import citadels_client, pathlib, sys;"
        "folder = pathlib.Path(citadels_client.__file__).parent;"
        "typed = (folder / 'py.typed').exists();"
        "print(typed, 'django' in sys.modules, folder.parent.name)"
    )
    process = run("-c", code)
    assert process.stdout.split() == ["True", "False", "site-packages"], process.stderr


@pytest.fixture
def bot(
    environment: Path, live_server: LiveServer, tmp_path: Path, player: RegisterPlayer
) -> Iterator[tuple[Api, str]]:
    """Return Alice's client, and a game of hers that the example bot joins."""
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=3, bots=["greedy"])
    example = str(CLIENTS / "examples" / "bot.py")
    words = [live_server.url, "robbie", PASSWORD, game["id"]]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(
            [str(environment / "python"), example, *words],
            cwd=tmp_path,
            stdout=output,
            stderr=output,
            env={},
        )
        yield alice, game["id"]
        process.terminate()
        process.wait(10)
    assert "Traceback" not in (tmp_path / "output").read_text()


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_example_plays_all_its_turns(bot: tuple[Api, str]) -> None:
    alice, game_id = bot
    end = time.monotonic() + PATIENCE
    started = False
    while time.monotonic() < end:
        game = alice.game(game_id)
        if not started and all(seat["user"] or seat["bot"] for seat in game["seats"]):
            alice.start(game_id)
            started = True
        decision = game["decision"]
        if game["status"] == "finished":
            break
        if decision and "options" in decision:
            alice.command(game_id, decision["id"], [decision["options"][0]["choice"]])
        else:
            time.sleep(0.02)
    row = Game.objects.get()
    assert row.status == Status.FINISHED
    assert not row.seats.filter(lost_at__isnull=False).exists()


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_citadels_play_creates_lists_and_plays_a_game(
    run: Run, live_server: LiveServer, player: RegisterPlayer, tmp_path: Path
) -> None:
    alice = player("alice")
    login = f"Login({live_server.url!r}, {alice.token!r}, 'fr')"
    save = f"from citadels_client.keyring import *; save_login_file({login})"
    assert run("-c", save).returncode == 0
    assert os.stat(tmp_path / "login.json").st_mode & 0o077 == 0
    program = ("-m", "citadels_client.cli")
    create = run(*program, "create", "--seats", "3", "--bots", "greedy,greedy")
    game_id, status = create.stdout.split()
    assert status == "active", create.stderr
    games = run(*program, "list")
    assert game_id in games.stdout, games.stderr
    play = run(*program, "play", game_id, "--picture", "table.svg", answers="1\nq\n")
    assert play.returncode == 0, play.stderr
    assert "Quel personnage" in play.stdout, play.stdout
    assert 'lang="fr"' in (tmp_path / "table.svg").read_text()
    assert "Votre place vous reste réservée" in play.stdout
    assert Game.objects.get().move_count > 0
