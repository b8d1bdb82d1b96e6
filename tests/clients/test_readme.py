"""The match in curl that README.md tells of is played as it stands there."""

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
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOOLS = ("bash", "curl", "python3")


def script(url: str) -> str:
    """The README's lines for this service, which has no need to wait for its bots."""
    found = re.search(r"```bash\n(.*?)```", README, re.DOTALL)
    assert found
    text = found[1].replace("http://127.0.0.1:8000", url)
    return "sleep() { :; }\n" + text.replace(".venv/bin/python", sys.executable)


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)}")
@pytest.mark.usefixtures("prompt_bots")
def test_the_match_in_curl_is_played_to_its_end(live_server: LiveServer, tmp_path: Path) -> None:
    ran = subprocess.run(
        ["bash", "-eu", "-c", script(live_server.url)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.splitlines()[-1].startswith("passed: all")
    assert Game.objects.get().status == Status.FINISHED
