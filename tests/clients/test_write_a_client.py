"""The clients in docs/write-a-client.md play a whole game as they are printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Status

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "write-a-client.md").read_text(encoding="utf-8")
TOOLS = ("bash", "curl", "python3")


def code_block(language: str, url: str) -> str:
    """Return the first code block in a language, for the service at ``url``."""
    block = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert block
    return block[1].replace("http://127.0.0.1:8000", url)


def run_program(*words: str, folder: Path) -> str:
    """Run a program in ``folder`` and return what it printed."""
    process = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)}")
@pytest.mark.usefixtures("prompt_bots")
def test_the_game_in_curl_is_played_to_its_end(live_server: LiveServer, tmp_path: Path) -> None:
    script = code_block("bash", live_server.url)
    without_waiting = "sleep() { :; }\n" + script  # the bots play at once
    printed = run_program("bash", "-eu", "-c", without_waiting, folder=tmp_path)
    assert '"ok":true' in printed.splitlines()[-1]
    assert Game.objects.get().status == Status.FINISHED


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_complete_client_plays_to_the_end(live_server: LiveServer, tmp_path: Path) -> None:
    script = code_block("python", live_server.url)
    printed = run_program(sys.executable, "-c", script, folder=tmp_path)
    assert re.fullmatch(r"\[\d, \d, \d, \d\]", printed.splitlines()[-1])
    assert Game.objects.get().status == Status.FINISHED
