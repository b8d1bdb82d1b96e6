"""The clients in docs/write-a-client.md play a whole game as they are printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Status
from tests.clients.docs_code import ROOT, code_block, for_service
from tests.stub_server import StubHandler, StubServer

TOOLS = ("bash", "curl", "python3")


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
    script = for_service(code_block("write-a-client.md", "bash"), live_server.url)
    without_waiting = "sleep() { :; }\n" + script  # the bots play at once
    printed = run_program("bash", "-eu", "-c", without_waiting, folder=tmp_path)
    assert '"ok":true' in printed.splitlines()[-1]
    assert Game.objects.get().status == Status.FINISHED


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_complete_client_plays_to_the_end(live_server: LiveServer, tmp_path: Path) -> None:
    script = for_service(code_block("write-a-client.md", "python"), live_server.url)
    printed = run_program(sys.executable, "-c", script, folder=tmp_path)
    assert re.fullmatch(r"\[\d, \d, \d, \d\]", printed.splitlines()[-1])
    assert Game.objects.get().status == Status.FINISHED


class FaultyProxy(StubServer):
    """Passes requests on to a service, and fails at some of them."""

    def __init__(self, url: str) -> None:
        super().__init__(FaultyHandler)
        self.target = urlsplit(url).netloc
        self.requests = 0
        self.faults: Counter[str] = Counter()

    def next_fault(self) -> str:
        """Return what to do wrong with the next request, or nothing."""
        self.requests += 1
        number = self.requests
        if number <= SPARED:
            return ""
        if number in OUTAGE:
            return "down"
        if number % 7 == 0:
            return "lost reply"
        return {0: "429", 1: "503"}.get(number % 11, "")


SPARED = 5
"""Registering, logging in, creating and starting the game, and reading it."""
OUTAGE = range(20, 25)
FASTER = "import time\nreal_sleep = time.sleep\ntime.sleep = lambda pause: real_sleep(pause / 50)\n"


class FaultyHandler(StubHandler):
    server: FaultyProxy

    def do_GET(self) -> None:
        fault = self.server.next_fault()
        self.server.faults[fault] += 1
        if fault == "down":
            self.close_connection = True
        elif fault in ("429", "503"):
            self.reply(int(fault), Retry_After="3")
        else:
            self.forward(is_lost=fault == "lost reply")

    def do_POST(self) -> None:
        self.do_GET()

    def forward(self, *, is_lost: bool) -> None:
        target = HTTPConnection(self.server.target)
        target.request(self.command, self.path, self.body(), dict(self.headers))
        reply = target.getresponse()
        content = reply.read()
        if not is_lost:
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_the_complete_client_survives_outages_and_refusals(
    live_server: LiveServer, tmp_path: Path
) -> None:
    with FaultyProxy(live_server.url) as proxy:
        script = for_service(code_block("write-a-client.md", "python"), proxy.url)
        run_program(sys.executable, "-c", FASTER + script, folder=tmp_path)
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    assert not game.seats.filter(lost_at__isnull=False).exists()
    assert min(proxy.faults[fault] for fault in ("down", "lost reply", "429", "503")) > 1
