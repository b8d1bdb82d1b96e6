"""The service as people install it: three wheels in an environment of their own, no checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
from django.conf import settings

from tests.faults.processes import HANG
from tests.faults.servers import free_port
from tests.faults.waiting import until
from tests.packages import SERVICE

pytestmark = pytest.mark.slow
ROOT = Path(settings.BASE_DIR)
SOURCES = shutil.ignore_patterns(".*", "build", "node_modules", "var", "__pycache__", "*.egg-info")


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command, in an environment with the wheels and what they need.

    The environment sees the packages of this one, but not the checkout, which is installed in
    place here.
    """
    folder = tmp_path_factory.mktemp("wheels")
    sources, wheels, place = folder / "sources", folder / "wheels", folder / "environment"
    shutil.copytree(ROOT, sources, ignore=SOURCES)
    if not (ROOT / "build" / "docs" / "index.html").exists():
        run("make", "--silent", "docs", cwd=ROOT)
    shutil.copytree(ROOT / "build" / "docs", sources / "build" / "docs")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels)]
    run(*build, *(str(sources / name) for name in (".", "tablekernel", "engine")), ENGINE="pure")
    run(sys.executable, "-m", "venv", "--without-pip", str(place))
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    (packages / "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    check_names(next(wheels.glob("citadels_server-*.whl")))
    install = ["--python", str(place), "install", "--no-deps", "--no-index", "--ignore-installed"]
    run(*pip, *install, *map(str, sorted(wheels.iterdir())))
    return place / "bin" / "citadels-server"


def run(*words: str, cwd: Path | None = None, **more: str) -> str:
    """Run a command without a package index, and return what it prints."""
    env = {**os.environ, "PIP_NO_INDEX": "1", **more}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        words, cwd=cwd, env=env, check=True, capture_output=True, text=True
    ).stdout


def check_names(wheel: Path) -> None:
    """Check that the wheel of the service has its packages and files, and nothing else."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    folders = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert folders == set(SERVICE)
    assert [name for name in names if name.endswith(".pyc") or "/node_modules/" in name] == []


@pytest.fixture(scope="module")
def url(command: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running service, started in an empty folder as by a new user."""
    folder, port = tmp_path_factory.mktemp("home"), free_port()
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
    words = [str(command), "run", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            words, env=env, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        until(lambda: process.poll() is not None or is_up(folder / "log"), patience=HANG)
        assert process.poll() is None, (folder / "log").read_text()
        assert (folder / "state" / "citadels-server" / "db.sqlite3").exists()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(HANG)


def is_up(log: Path) -> bool:
    return "The service is up" in log.read_text()


def fetch(url: str, body: object = None, token: str = "") -> str:
    """Return the body of a reply."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=HANG) as reply:
        text: str = reply.read().decode()
        return text


def test_a_new_user_plays_a_first_move(url: str) -> None:
    """The worker plays the bots until it is the user's turn."""
    api = f"{url}/api/v1"
    account = {"username": "alice", "password": "seven towers of chalk"}
    fetch(f"{api}/auth/register/", account)
    token = json.loads(fetch(f"{api}/auth/tokens/", account))["token"]
    wanted = {"ruleset": "citadels", "seats": 4, "bots": [{"level": "easy"}] * 3}
    game = f"{api}/games/{json.loads(fetch(f'{api}/games/', wanted, token))['id']}/"
    fetch(f"{game}start/", {}, token)

    def question() -> Any:
        decision = json.loads(fetch(game, token=token))["decision"]
        return decision if decision and decision.get("options") else None

    until(lambda: question() is not None, patience=HANG)
    decision = question()
    command = {"decision": decision["id"], "choices": [decision["options"][0]["choice"]]}
    fetch(f"{game}commands/", command, token)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("/", "Citadels"),
        ("/play/", "<!doctype html>"),
        ("/docs/", "Citadels"),
        ("/license/", "MIT License"),
        ("/security/", "vulnerability"),
        ("/developers/changelog/", "0.2.0"),
        ("/static/pictures/citadels.svg", "<svg"),
        ("/api/schema/", "openapi"),
    ],
)
def test_it_serves_what_a_checkout_serves(url: str, page: str, text: str) -> None:
    assert text in fetch(f"{url}{page}")


def test_it_speaks_french(url: str) -> None:
    request = Request(f"{url}/login/", headers={"Accept-Language": "fr"})
    with urlopen(request, timeout=HANG) as reply:
        assert "Mot de passe" in reply.read().decode()


def test_it_manages_and_replays_with_its_own_files(command: Path, tmp_path: Path) -> None:
    data = ["--data-dir", str(tmp_path / "data")]
    run(str(command), *data, "manage", "migrate", "--verbosity=0", cwd=tmp_path)
    replayed = run(str(command), *data, "manage", "verify_replays", "--fixtures", cwd=tmp_path)
    assert re.search(r"[1-9]\d* ", replayed)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_folder_that_cannot_be_written_is_named(command: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = [str(command), "run", "--data-dir", str(tmp_path / "file")]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert str(tmp_path / "file") in ended.stderr
    assert "Traceback" not in ended.stderr
