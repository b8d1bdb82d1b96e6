"""Generators of strangers make clients from openapi.yaml that compile and play whole games.

What a machine lacks is named, and its tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Status
from tests.clients.building import locked, registry_answers, run_folder

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "clients" / "generators"
JACKSON = "/usr/share/java/jackson-databind.jar"
NEEDS = {
    "python": (),
    "pydantic": (),
    "hey-api": ("node", "npm"),
    "zod": ("node", "npm"),
    "java": (
        "javac",
        JACKSON,
        "/usr/share/java/jakarta-annotation-api.jar",
    ),
    "go": ("java", "go", "/usr/share/gocode/src/golang.org/x/oauth2"),
}
"""The programs and files that each generator needs besides the project's own packages."""
CHECKED = {
    "php": (".php", "java", "php"),
    "ruby": (".rb", "java", "ruby"),
    "csharp": (".cs", "java", "mcs", "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll"),
    "kotlin": (".class", "java", "npm", JACKSON),
}
"""The languages of `check.sh`: the end of the files that it reads or makes, and what it needs."""
PATIENCE = 1800.0

pytestmark = pytest.mark.slow

Build = Callable[[str], Path]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Return a function that generates and compiles a client, and returns its program."""
    folder = run_folder(tmp_path_factory)

    def build(generator: str) -> Path:
        skip_unless_there(generator, NEEDS[generator])
        client = folder / f"client-{generator}"
        with locked(FOLDER / generator):
            if not (client / "play").exists():
                generate(generator, client)
        return client / "play"

    return build


def generate(generator: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    run_script(FOLDER / generator / "build.sh", ROOT / "openapi.yaml", folder)


def run_script(*words: str | Path) -> None:
    """Run a script that finds the generators, and check that it succeeds."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    process = subprocess.run(
        words,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-4000:]


def skip_unless_there(generator: str, needs: Iterable[str]) -> None:
    """Skip the test if a program or file is missing, or npm can install no packages."""
    missing = [need for need in needs if not shutil.which(need) and not Path(need).exists()]
    if missing:
        pytest.skip(f"the generator {generator} needs {' and '.join(missing)}")
    folder = FOLDER / generator
    to_install = (folder / "package.json").exists() and not (folder / "node_modules").is_dir()
    if to_install and not registry_answers():
        pytest.skip(f"the generator {generator} needs packages, and npm reaches no registry")


def start(program: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [program, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.parametrize("generator", NEEDS)
def test_the_client_compiles(generator: str, build: Build) -> None:
    assert os.access(build(generator), os.X_OK)


def test_every_model_has_a_name(build: Build) -> None:
    """datamodel-code-generator numbers those that have none: once it made Data1 to Data33.

    Email1 is the empty text that a registration may have for an address.
    """
    models = (build("pydantic").parent / "citadels_models.py").read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^class (\w*\d)\(", models)) == {"Email1", "Rank4", "Rank9"}


@pytest.mark.parametrize("language", CHECKED)
def test_the_interpreter_or_compiler_reads_every_file(language: str, tmp_path: Path) -> None:
    """A PHP client did not load once: two of its functions had the same name."""
    end, *needs = CHECKED[language]
    skip_unless_there(language, needs)
    run_script(FOLDER / "check.sh", language, ROOT / "openapi.yaml", tmp_path)
    assert len(list(tmp_path.rglob(f"*{end}"))) > 200


@pytest.mark.usefixtures("prompt_bots")
@pytest.mark.parametrize(("ruleset", "seats"), [("citadels", 3), ("castle", 2)])
@pytest.mark.parametrize("generator", NEEDS)
def test_the_client_plays_a_whole_game(
    generator: str, ruleset: str, seats: int, build: Build, live_server: LiveServer
) -> None:
    player = start(build(generator), live_server.url, ruleset, str(seats), str(seats - 1))
    output, _ = player.communicate(timeout=PATIENCE)
    assert player.returncode == 0, output
    assert_game_finished()


@pytest.mark.usefixtures("prompt_bots")
@pytest.mark.parametrize("generator", ["java", "go"])
def test_clients_of_two_languages_play_with_each_other(
    generator: str, build: Build, live_server: LiveServer
) -> None:
    host_program, guest_program = build("python"), build(generator)
    host = start(host_program, live_server.url, "citadels", "2", "0")
    assert host.stdout is not None
    line = host.stdout.readline()
    created = re.fullmatch(r"game (\S+)\n", line)
    assert created, line + host.stdout.read()
    guest = start(guest_program, live_server.url, created[1])
    outputs = [player.communicate(timeout=PATIENCE)[0] for player in (guest, host)]
    assert [guest.returncode, host.returncode] == [0, 0], outputs
    assert_game_finished()


def assert_game_finished() -> None:
    """The game was played to its end, and every player made moves and kept their seat."""
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    assert not game.seats.filter(lost_at__isnull=False).exists()
    players = game.seats.filter(user__isnull=False).values_list("number", flat=True)
    movers = game.moves.filter(actor="player").values_list("seat", flat=True)
    assert set(players) == set(movers)
