"""The three services that are compared, and one round of requests to each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench import Missing
from bench.service import (
    ROOT,
    SEATS,
    Match,
    Request,
    Sample,
    Service,
    environment_inherited,
    service,
    unchanged,
    web_process,
)
from serving.dev_services import Children
from serving.serve import OPTIONS

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "bgio-postgres@1.0.16", "koa-compose@4.1.0")
FLOOR = (
    f"{sys.executable} -m granian {' '.join(OPTIONS)} --log-level error --port {{port}} "
    "--interface wsgi --blocking-threads 4 --blocking-threads-idle-timeout 600 "
    "bench.floor.app:application"
)
INSTALL_SECONDS = 300
STORE_SECONDS = 0.3
"""boardgame.io pushes a state before it stores it, so wait before the CPU is read."""
MOVE = ("command", "move seen by four, read", "move seen by four, pushed")
SYNC = ("view, changed", "view, unchanged")
"""What is compared with a move and with a sync of boardgame.io."""
STREAMED = 3
"""Every third match is watched over streams: a user may have 20 of them open."""


@dataclass
class Contender:
    """A service, and a function that measures a round of its requests."""

    name: str
    service: Service
    play: Callable[[], None] = lambda: None
    lost: Counter[str] = field(default_factory=Counter)
    """Answers that did not come in time."""


class Sizes(NamedTuple):
    """How much is played: parties of users, matches of each, and those of one more user."""

    parties: int = 4
    each: int = 12
    many: int = 500


@contextmanager
def our_service(url: str, lanes: int, sizes: Sizes) -> Iterator[Contender]:
    """Serve this checkout as in production."""
    with service(url, connections=lanes) as one:
        one.open_matches(sizes.parties, sizes.each)
        busy, bots = one.register("busy"), [{"level": "easy"}] * (SEATS - 1)
        game = {"ruleset": "citadels", "seats": SEATS, "bots": bots, "start_when_full": True}
        for _ in range(sizes.many):
            one.ask("/api/v1/games/", busy, game, status=201)

        def play() -> None:
            one.play_round()
            seen_by_reading(one)
            one.measure_both("list of 25", [Request("/api/v1/me/games/", busy)] * 24)
            one.measure_both("inbox, 500 games", [Request("/api/v1/me/turns/", busy)] * 24)
            play_to_streams(one)

        yield Contender("ours", one, play)


def play_to_streams(one: Service) -> None:
    """Measure moves with a stream open for each player, until all have got the table."""
    commands = list(one.next_commands(one.matches[::STREAMED]))
    played = {command.path.removesuffix("commands/") for command in commands}
    watched = [
        (match.path, key) for match in one.matches if match.path in played for key in match.keys
    ]
    streams = [Stream(one.connections[0], path, key) for path, key in watched]
    with one.cost("move seen by four, pushed", len(commands)):
        one.send(commands)
        for stream in streams:
            stream.wait_for("changed", "view")
    for stream in streams:
        stream.connection.close()


class Stream:
    """The open stream of a match, with the table in its messages."""

    def __init__(self, server: HTTPConnection, path: str, key: str) -> None:
        self.connection = HTTPConnection(server.host, server.port, timeout=30)
        headers = {"Authorization": f"Bearer {key}"}
        self.connection.request("GET", f"{path}stream/?view=true", headers=headers)
        redirect = self.connection.getresponse()
        redirect.read()
        place = urlsplit(redirect.headers["Location"])
        self.connection.request("GET", f"{place.path}?{place.query}")
        self.lines = self.connection.getresponse()
        self.wait_for("snapshot", "table")

    def wait_for(self, kind: str, member: str) -> None:
        """Read until a message of a kind that has a member. Raises RuntimeError, TimeoutError."""
        event = ""
        for line in self.lines:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            event = value if name == "event" else event
            if name == "data" and event == kind and member in json.loads(value):
                return
        raise RuntimeError(f"The stream ended without {kind}.")


def seen_by_reading(one: Service) -> None:
    """Add what a move costs that its player has from the reply, and three others read."""
    move, view = one.samples["command"][-1], one.samples["view, changed"][-1]
    one.samples["move seen by four, read"].append(Sample(move.cpu + (SEATS - 1) * view.cpu, 0))


@contextmanager
def floor(url: str, lanes: int, sizes: Sizes) -> Iterator[Contender]:
    """Serve ``bench/floor/`` in granian, with the options of this project."""
    env = {**environment_inherited(), "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    fill = [sys.executable, "-m", "bench.floor.app", *map(str, sizes)]
    made = subprocess.run(fill, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE).stdout
    matches = [Match(f"/games/{game}/", keys) for game, keys in json.loads(made)]
    started = Children()
    try:
        with web_process(started, FLOOR, env, ROOT, url, lanes) as one:
            one.matches = matches[: sizes.parties * sizes.each]
            yield Contender("floor", one, lambda: play_floor(one, matches[-1].keys[0]))
    finally:
        started.stop()


def play_floor(one: Service, busy: str) -> None:
    """Measure a round of the floor."""
    one.close_connections()
    commands = []
    for match in one.matches:
        body = {"decision": one.ask(match.path, match.keys[0])["decision"], "choices": [1]}
        commands.append(Request(match.path, match.keys[0], body))
    one.measure("command", commands)
    views = [Request(match.path, key) for match in one.matches for key in match.keys]
    one.measure("view, changed", views)
    one.measure("304", unchanged(views, one.measure("view, unchanged", views)))
    keys = sorted({key for match in one.matches for key in match.keys}) * 4
    one.measure_both("inbox", [Request("/inbox/", key) for key in keys])
    one.measure_both("inbox, 500 games", [Request("/inbox/", busy)] * 24)
    seen_by_reading(one)


@contextmanager
def boardgame_io(url: str, lanes: int, sizes: Sizes, folder: Path) -> Iterator[Contender]:
    """Install boardgame.io in a folder and serve it. Raises Missing."""
    install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), *PACKAGES]
    try:
        subprocess.run(install, check=True, capture_output=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Missing(f"boardgame.io needs node, npm and its registry ({error})") from None
    env = os.environ | {"NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    started, serve = Children(), f"node {HERE / 'server.js'} {url} {{port}}"
    try:
        with web_process(started, serve, env, ROOT, url, lanes) as one:
            command = ["node", str(HERE / "client.js"), str(one.connections[0].port)]
            pipe = subprocess.PIPE
            with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, text=True) as client:
                matches = sizes.parties * sizes.each
                ask_client(client, "open", matches)
                contender = Contender("boardgame.io", one)
                contender.play = lambda: play_peer(contender, client, matches)
                yield contender
    finally:
        started.stop()


def play_peer(contender: Contender, client: subprocess.Popen[str], matches: int) -> None:
    """Measure moves, which are pushed to all four, and syncs, which correspond to views."""
    lanes = len(contender.service.connections)
    for kinds, name, count in (MOVE, "move", matches), (SYNC, "sync", matches * SEATS):
        with contender.service.cost(kinds[0], count):
            contender.lost[name] += ask_client(client, name, lanes)["lost"]
            sleep(STORE_SECONDS)
        for kind in kinds[1:]:
            contender.service.samples[kind].append(contender.service.samples[kinds[0]][-1])


def ask_client(client: subprocess.Popen[str], name: str, number: int) -> Any:
    """Let the client of boardgame.io do something. Raises RuntimeError if it has ended."""
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(f"{name} {number}\n")
    client.stdin.flush()
    if not (line := client.stdout.readline()):
        raise RuntimeError("The client of boardgame.io has ended.")
    return json.loads(line)
