"""Each code block in docs/ that talks to the service is run by a test, or has a reason."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services import token_issue
from games.models import Game, Status
from tests.browser.web_server import web_server
from tests.clients.docs_code import ROOT, CodeBlock, code_block, code_blocks, for_service
from tests.toy_games import start_game, toy

__all__ = ["toy"]

TALKS = re.compile(
    r"\bcurl |fetch\(|EventSource\(|urlopen\(|\bApi\(|citadels-play |127\.0\.0\.1:8000"
)
HERE = "tests/clients/test_docs_code.py"
RUN = {
    ("clients.md", "from citadels_client import Api, Problem"): HERE,
    ("clients.md", "python bot.py"): "tests/clients/test_package.py",
    ("clients.md", "citadels-play register alice"): "tests/clients/test_package.py",
    ("pictures.md", "const { api, game, token }"): "tests/browser/test_pictures_client.py",
    ("pictures.md", "const reply = await fetch"): HERE,
    ("streams.md", "curl --no-buffer"): HERE,
    ("streams.md", "curl --location"): HERE,
    ("streams.md", "import http.client"): "tests/clients/test_docs_streams.py",
    ("streams.md", "async function follow"): "tests/clients/test_docs_streams.py",
    ("write-a-client.md", "API=http"): "tests/clients/test_write_a_client.py",
    ("write-a-client.md", "curl --no-buffer"): HERE,
    ("write-a-client.md", "import json"): "tests/clients/test_write_a_client.py",
}
"""The first line of each block, and the test that runs it."""
NOT_RUN = {
    ("debian.md", "apt-get update"): "it installs packages as root",
    ("debian.md", "citadels-manage check"): "it needs the installed service",
    ("first-day.md", "make run"): "it starts the service, and tests/serving/ tests that",
    ("install.md", "make wheels"): "it installs the service, and tests/serving/ tests that",
}
IMAGE = """
const game = "{game}", token = "{token}", image = {{}};
const fetch = (path, more) => globalThis.fetch("{origin}" + path, more);
{block}
console.log(image.src);
"""
FIRST_MESSAGE = """
kind, data = next(follow("{origin}/api/v1/games/{game}/stream/", lambda refused: "{token}"))
print(kind, data["id"])
"""


def talking_blocks() -> list[tuple[str, CodeBlock]]:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return [
        (page.name, block)
        for page in pages
        if "node_modules" not in page.parts
        for block in code_blocks(page)
        if TALKS.search(block.text)
    ]


def test_each_block_that_talks_to_the_service_is_run_or_has_a_reason() -> None:
    listed = RUN.keys() | NOT_RUN.keys()
    found = set()
    for page, block in talking_blocks():
        first = block.text.splitlines()[0].strip()
        entry = [
            (name, begin) for name, begin in listed if name == page and first.startswith(begin)
        ]
        assert entry, f"{page}: {first}"
        found.update(entry)
    assert found == listed
    assert all((ROOT / test).exists() for test in RUN.values())


@pytest.mark.django_db(transaction=True)
def test_the_python_client_creates_a_game(live_server: LiveServer) -> None:
    code = for_service(code_block("clients.md", "python"), live_server.url)
    code = code.replace("citadels_client", "clients.python.citadels_client")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
    assert Game.objects.get().status == Status.ACTIVE


class Place(NamedTuple):
    """A running web process, and a game of the user of the token."""

    origin: str
    game: str
    token: str


@pytest.fixture
def place(transactional_db: None, toy: None, alice: User, bob: User) -> Place:
    return Place("", str(start_game(alice, bob).id), token_issue(user=alice).text)


@pytest.mark.slow
def test_an_image_shows_the_picture(place: Place, live_server: LiveServer) -> None:
    if shutil.which("node") is None:
        pytest.skip("needs node")
    block = code_blocks(ROOT / "docs" / "pictures.md")
    (code,) = (one.text for one in block if one.text.startswith("const reply = await fetch"))
    words = place._replace(origin=live_server.url)._asdict()
    script = IMAGE.format(block=code, **words)
    command = ["node", "--input-type=module", "-e", script]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    assert printed.startswith("blob:")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_curl_and_python_read_streams(place: Place) -> None:
    with web_server() as origin:
        for page in ("streams.md", "write-a-client.md"):
            for block in code_blocks(ROOT / "docs" / page):
                if block.text.startswith("curl"):
                    check_curl(block.text, place._replace(origin=origin))
        code = code_block("streams.md", "python")
        code += FIRST_MESSAGE.format(**place._replace(origin=origin)._asdict())
        command = [sys.executable, "-c", code]
        printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
        assert printed.stdout.split() == ["snapshot", place.game]


def check_curl(command: str, place: Place) -> None:
    """Run a command of a page. A stream does not end, so curl is stopped after three seconds."""
    environment = {
        "API": f"{place.origin}/api/v1",
        "TOKEN": place.token,
        "GAME": place.game,
        "AUTH": f"Authorization: Bearer {place.token}",
        "PATH": str(Path(shutil.which("curl") or "").parent),
    }
    command = command.replace("curl ", "curl --silent --max-time 3 ", 1)
    reply = subprocess.run(
        ["/bin/sh", "-c", command], env=environment, capture_output=True, text=True, check=False
    ).stdout
    if "wait=25" in command:
        assert json.loads(reply)["messages"][0]["kind"] == "snapshot"
    else:
        assert "\nevent: snapshot\ndata: {" in reply
