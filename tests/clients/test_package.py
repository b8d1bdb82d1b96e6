"""The clients as packages: built, installed without the project, and used."""

from __future__ import annotations

import os
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
REQUIREMENTS = (
    *("urllib3", "rich", "shtab", "markdown_it", "mdurl", "pygments"),
    *(
        "attr",
        "attrs",
        "httpx",
        "httpcore",
        "h11",
        "anyio",
        "idna",
        "certifi",
        "typing_extensions.py",
    ),
)
"""The requirements of the client, and theirs."""
PATIENCE = 120.0


def pip(*words: str | Path) -> None:
    offline = ["--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", words[0], *offline, *words[1:]], check=True)


def build(name: str, folder: Path) -> None:
    """Build the package of one language."""
    tools = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    script = ROOT / "clients" / name / "package.sh"
    process = subprocess.run(
        ["sh", script, folder],
        env=os.environ | tools,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `bin` folder of an environment with the client and its requirements only."""
    folder = tmp_path_factory.mktemp("package")
    build("python", folder)
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


PLAY = """
import asyncio, sys
from citadels_client.operations import AuthenticatedClient
from citadels_client.operations.api.games import game_command, game_create, game_view
from citadels_client.operations.models import BotInput, CommandInput, GameCreateInput

async def play(client, number):
    body = GameCreateInput(
        ruleset="castle", seats=2, bots=[BotInput(level="novice")], start_when_full=True
    )
    game = await game_create.asyncio(client=client, body=body, idempotency_key=f"game-{number}")
    while game.status in ("lobby", "active"):
        options = game.decision and game.decision.options
        if options:
            command = CommandInput(decision=game.decision.id, choices=[options[0].choice])
            await game_command.asyncio(game.id, client=client, body=command)
        else:
            await asyncio.sleep(0.05)
        game = await game_view.asyncio(game.id, client=client)
    return game.status

async def main(url, token):
    async with AuthenticatedClient(base_url=url, token=token) as client:
        print(*await asyncio.gather(*(play(client, number) for number in range(2))))

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_its_operations_play_two_games_at_once(
    run: Run, live_server: LiveServer, player: RegisterPlayer
) -> None:
    process = run("-c", PLAY, live_server.url, player("alice").token)
    assert process.stdout.split() == ["finished", "finished"], process.stderr
    assert [game.status for game in Game.objects.all()] == [Status.FINISHED] * 2


@pytest.fixture
def bot(
    environment: Path, live_server: LiveServer, tmp_path: Path, player: RegisterPlayer
) -> Iterator[tuple[Api, str]]:
    """Return Alice's client, and a game of hers that the example bot joins."""
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=3, bots=["easy"])
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
    create = run(*program, "create", "--seats", "3", "--bots", "easy,easy")
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
