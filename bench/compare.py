"""CPU of the usual requests, of this checkout beside another one: which of the two is cheaper?

    make bench-compare ARGS="--other ../before"
    make bench-compare ARGS="--other ../before --serve-other 'granian --interface wsgi ...'"

Both services run on PostgreSQL and Redis, each with one web process and a database of its own, and
are asked in turn, so that the pace of the machine, which changes, falls out of the ratio. What
counts is the CPU time of the web processes, of their PostgreSQL backends and of Redis (/proc), not
the time that passes: other programs may run. Everything is done over HTTP, so the other checkout
needs no part of this benchmark.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.service.database import NoPostgres, scratch_database
from bench.service.rounds import Processors
from bench.service.serving import (
    ROOT,
    UNLIMITED,
    children,
    environment,
    family,
    port_free,
    start_redis,
)
from citadels.embedded import listening, wait_for

SERVE = f"{sys.executable} -m citadels.serve web --port {{port}}"
KINDS = ("command", "view, changed", "view, unchanged", "304", "inbox", "inbox, 304")
SEATS = 4
PASSWORD = "a long password for the benchmark"


@dataclass(slots=True)
class Match:
    """A match: its path, and the tokens of its players by seat."""

    path: str
    keys: list[str]


@dataclass(slots=True)
class Service:
    """One of the two services, with users and matches, and what its requests have cost so far."""

    connection: HTTPConnection
    pid: int
    processors: Processors
    rng: Random = field(default_factory=lambda: Random(1))
    matches: list[Match] = field(default_factory=list)
    costs: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    """CPU milliseconds of one request, round by round."""

    def ask(
        self, path: str, key: str = "", body: Any = None, seen: str = "", *, expected: int = 200
    ) -> tuple[str, bytes]:
        """Return the ETag and the body of a reply. Raises RuntimeError for another status."""
        headers = {"Accept": "application/json", "Accept-Language": "en"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        if seen:
            headers["If-None-Match"] = seen
        data = None
        if body is not None:
            headers["Content-Type"], data = "application/json", json.dumps(body)
        self.connection.request("GET" if data is None else "POST", path, data, headers)
        reply = self.connection.getresponse()
        content = reply.read()
        if reply.status != expected:
            raise RuntimeError(f"{path} was answered {reply.status}: {content[:300]!r}")
        return reply.headers.get("ETag", ""), content

    def open_matches(self, parties: int, each: int) -> None:
        """Register parties of users, each of which plays some matches at the same time."""
        for party in range(parties):
            keys = [self.register(f"player{party}x{seat}") for seat in range(SEATS)]
            for _ in range(each):
                options = {"ruleset": "citadels", "seats": SEATS, "start_when_full": True}
                _, content = self.ask("/api/v1/games/", keys[0], options, expected=201)
                path = f"/api/v1/games/{json.loads(content)['id']}/"
                for seat, key in enumerate(keys[1:], start=1):
                    self.ask(f"{path}join/", key, {"seat": seat})
                self.matches.append(Match(path, keys))

    def register(self, name: str) -> str:
        """Return a token of a new user."""
        body = {"username": name, "password": PASSWORD}
        self.ask("/api/v1/auth/register/", "", body, expected=201)
        _, content = self.ask("/api/v1/auth/tokens/", "", body, expected=201)
        return str(json.loads(content)["token"])

    def play_round(self) -> None:
        """Measure each kind of request once for all matches. Matches that are over are left out."""
        self.connection.close()  # the server has closed it, if the other one took long
        looks = [(match.path, key) for match in self.matches for key in match.keys]
        commands = list(self.next_commands())
        self.measure("command", [partial(self.ask, *command) for command in commands])
        tags: dict[tuple[str, str], str] = {}

        def look(path: str, key: str) -> None:
            tags[path, key], _ = self.ask(path, key)

        played = {path.removesuffix("commands/") for path, _, _ in commands}
        changed = [one for one in looks if one[0] in played]
        self.measure("view, changed", [partial(look, *one) for one in changed])
        self.measure("view, unchanged", [partial(look, *one) for one in changed])
        again = [(path, key, None, tags[path, key]) for path, key in changed]
        self.measure("304", [partial(self.ask, *one, expected=304) for one in again])
        keys = sorted({key for _, key in looks}) * 4
        inbox = "/api/v1/me/turns/"
        self.measure("inbox", [partial(self.ask, inbox, key) for key in keys])
        marks = {key: self.ask(inbox, key)[0] for key in keys}
        self.measure(
            "inbox, 304",
            [partial(self.ask, inbox, key, None, marks[key], expected=304) for key in keys],
        )

    def next_commands(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Choose the next move of each running match by chance."""
        for match in self.matches:
            _, content = self.ask(match.path, match.keys[0])
            if (decision := json.loads(content)["decision"]) is None:
                continue
            key = match.keys[decision["seat"]]
            decision = json.loads(self.ask(match.path, key)[1])["decision"]
            choice = self.rng.choice(decision["options"])["choice"]
            yield f"{match.path}commands/", key, {"decision": decision["id"], "choices": [choice]}

    def measure(self, kind: str, requests: list[Callable[[], Any]]) -> None:
        def send_all() -> None:
            for request in requests:
                request()

        _, seconds = self.processors.used_by(family(self.pid), send_all)
        self.costs[kind].append(1000 * seconds / max(1, len(requests)))


@contextmanager
def service(name: str, checkout: Path, serve: str) -> Iterator[Service]:
    """Serve a checkout, with a database and a Redis of its own."""
    with (
        scratch_database(name) as url,
        tempfile.TemporaryDirectory(prefix="bench-") as var,
        children() as started,
    ):
        redis = start_redis(started, Path(var))
        always = [child.process.pid for child in started.running]
        env = environment(url, Path(var), redis)
        env |= {"THROTTLE_REGISTER": UNLIMITED, "THROTTLE_GAMES_CREATE": UNLIMITED}
        env |= {"PYTHONPATH": str(checkout), "LOG_LEVEL": "WARNING"}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=checkout, env=env, check=True)
        port = port_free()
        started.start("web", shlex.split(serve.format(port=port)), env, cwd=checkout)
        wait_for(lambda: listening("127.0.0.1", port), "web", started)
        connection = HTTPConnection("127.0.0.1", port)
        yield Service(connection, started.running[-1].process.pid, Processors(url, always))


def print_table(this: Service, other: Service) -> None:
    print(f"{'CPU ms of one request':24s}{'this':>8s}{'other':>8s}{'ratio':>8s}{'range':>16s}")
    for kind in KINDS:
        mine, theirs = this.costs[kind][1:], other.costs[kind][1:]  # the first round warms up
        ratios = sorted(a / b for a, b in zip(mine, theirs, strict=True) if b)
        span = f"{ratios[0]:.2f} - {ratios[-1]:.2f}" if ratios else ""
        ratio = sum(mine) / sum(theirs)
        print(f"{kind:24s}{median(mine):8.2f}{median(theirs):8.2f}{ratio:8.2f}{span:>16s}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", type=Path, required=True, help="another checkout")
    parser.add_argument("--serve-other", default=SERVE, help="its command, with {port}")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--parties", type=int, default=2)
    parser.add_argument("--each", type=int, default=6, help="matches of each party")
    given = parser.parse_args()
    try:
        with (
            service("this", ROOT, SERVE) as this,
            service("other", given.other.resolve(), given.serve_other) as it,
        ):
            for one in (this, it):
                one.open_matches(given.parties, given.each)
            for number in range(given.rounds + 1):
                for one in (this, it) if number % 2 else (it, this):
                    one.play_round()
            print_table(this, it)
    except NoPostgres as reason:
        print(f"The services run on PostgreSQL, and none is reachable: {reason}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
