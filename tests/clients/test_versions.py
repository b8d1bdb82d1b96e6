"""The example bot of the last release and that of this version play with each other.

They do so at a service of each version, so clients and services may be updated in any order.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from clients.python.citadels_client import Api
from tests.conftest import PASSWORD
from tests.faults.clients import API, send
from tests.faults.processes import HANG
from tests.faults.servers import answers, free_port
from tests.faults.waiting import until
from tests.last_release import unpack_release

pytestmark = pytest.mark.slow
RUN = {"release": ("manage.py", "up"), "this version": ("-m", "citadels", "run")}
GAME = {"ruleset": "castle", "seats": 2, "rated": False, "start_when_full": True}
WHOLE_GAME = 5 * HANG
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
Start = Callable[..., Any]


@pytest.fixture
def trees(tmp_path: Path) -> dict[str, Path]:
    """The folders of both versions."""
    return {"release": unpack_release(tmp_path), "this version": settings.BASE_DIR}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts a Python program in a folder. It ends with the test."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*words: str | Path, tree: Path, **env: str) -> subprocess.Popen[bytes]:
        own = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        with (tmp_path / f"log-{len(running)}").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *words], cwd=tree, env=own | env, stdout=log, stderr=log
            )
        running.append(process)
        return process

    yield start
    for log in sorted(tmp_path.glob("log-*")):
        sys.stdout.write(log.read_text())  # pytest shows it if the test fails
    for process in reversed(running):
        process.terminate()
    for process in running:
        process.wait(HANG)


@pytest.mark.parametrize("served", RUN)
def test_bots_of_both_versions_play(
    served: str, trees: dict[str, Path], start: Start, tmp_path: Path
) -> None:
    port = free_port()
    home = str(tmp_path / "var")
    start(*RUN[served], tree=trees[served], HOST="127.0.0.1", PORT=str(port), VAR_DIR=home)
    until(lambda: answers(port), patience=HANG)
    url = f"http://127.0.0.1:{port}"
    host = Api(url)
    host.register("newer", PASSWORD)
    token = host.log_in("newer", PASSWORD)
    host.mark_as_bot()
    game = send(port, "POST", f"{API}games/", token=token, body=GAME).json()["id"]
    bots = [
        start(
            trees[version] / "clients" / "python" / "examples" / "bot.py",
            *(url, name, PASSWORD, *joins),
            tree=trees[version],
            PYTHONPATH=str(trees[version] / "clients" / "python"),
        )
        for version, name, joins in (("this version", "newer", ()), ("release", "older", (game,)))
    ]

    def is_over() -> bool:
        assert all(bot.poll() is None for bot in bots)
        return bool(host.game(game)["status"] == "finished")

    until(is_over, patience=WHOLE_GAME)
