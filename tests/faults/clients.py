"""Clients of a running service: single requests, a player with honest requests, and a flood."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple

import orjson
from django.db import connections

from tests.faults.forks import fork
from tests.faults.together import PATIENCE

PASSWORD = "correct horse battery staple"
API = "/api/v1/"
PLAYER_ADDRESS, FLOOD_ADDRESS = "192.0.2.1", "198.51.100.7"
PAUSE = 0.6
"""Seconds between two rounds of an ordinary client, so that it keeps to the rate limits."""


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return orjson.loads(self.body)


def send(
    port: int,
    method: str,
    path: str,
    *,
    token: str = "",
    body: Any = None,
    form: str = "",
    headers: Mapping[str, str] | None = None,
    address: str = "",
    timeout: float = PATIENCE,
) -> Reply:
    """Send one request on a connection of its own.

    ``body`` is sent as JSON, ``form`` as it is; ``address`` is what the proxy says of the client.
    Raises OSError, HTTPException.
    """
    sent = dict(headers or {})
    if token:
        sent["Authorization"] = f"Bearer {token}"
    if address:
        sent["X-Forwarded-For"] = address
    content = form.encode() or None
    if form:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    elif body is not None:
        content, sent["Content-Type"] = orjson.dumps(body), "application/json"
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, content, sent)
        response = connection.getresponse()
        return Reply(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()


# --- an ordinary client ----------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """One honest request: ``status`` is 0 if there was no answer, and ``error`` says why."""

    name: str
    seconds: float
    status: int
    error: str = ""

    @property
    def failed(self) -> bool:
        return not 200 <= self.status < 400


@dataclass
class Samples:
    """What an ordinary client met in a span of time."""

    all: list[Sample] = field(default_factory=list)

    @property
    def failed(self) -> list[Sample]:
        return [sample for sample in self.all if sample.failed]

    def __str__(self) -> str:
        """Return the figures for ``note()``."""
        took = sorted(sample.seconds for sample in self.all)
        p95 = took[-(-95 * len(took) // 100) - 1]
        return (
            f"n {len(took)}, median {statistics.median(took):.3f} s, p95 {p95:.3f} s, "
            f"max {took[-1]:.3f} s, failures {len(self.failed)}"
        )


class OrdinaryClient:
    """A player with an account and a game, who sends honest requests.

    ``port`` may be changed when the service moves.
    """

    def __init__(self, port: int, name: str = "alice", address: str = PLAYER_ADDRESS) -> None:
        self.port, self.address, self.token = port, address, ""
        login = {"username": name, "password": PASSWORD}
        self.expect(201, "POST", "auth/register/", login)
        self.token = self.expect(201, "POST", "auth/tokens/", login)["token"]
        new = {"ruleset": "citadels", "seats": 2, "bots": [{"level": "novice"}]}
        game = self.expect(201, "POST", "games/", new)
        self.game = f"games/{game['id']}/"
        self.expect(200, "POST", f"{self.game}start/", {})

    def expect(self, status: int, method: str, path: str, body: Any = None) -> Any:
        """Return the document of an answer that must have this status."""
        reply = self.send(method, f"{API}{path}", body)
        assert reply.status == status, reply
        return reply.json()

    def send(self, method: str, path: str, body: Any = None) -> Reply:
        return send(self.port, method, path, token=self.token, body=body, address=self.address)

    @contextmanager
    def sending(self) -> Iterator[Samples]:
        """Send honest requests in a thread while the block runs, one full round at least."""
        samples, stopped = Samples(), Event()
        thread = Thread(target=self.run, args=(samples, stopped))
        thread.start()
        try:
            yield samples
        finally:
            stopped.set()
            thread.join()  # each request ends: it has a time limit

    def run(self, samples: Samples, stopped: Event) -> None:
        while not stopped.wait(PAUSE if samples.all else 0):
            self.round(samples)
        if not samples.all:
            self.round(samples)

    def round(self, samples: Samples) -> None:
        samples.all += [
            self.sample("healthz", "GET", "/healthz"),
            self.sample("rulesets", "GET", f"{API}rulesets/"),
            self.sample("view", "GET", f"{API}{self.game}"),
            self.sample("note", "PUT", f"{API}{self.game}notes/", {"text": str(len(samples.all))}),
        ]

    def sample(self, name: str, method: str, path: str, body: Any = None) -> Sample:
        began = monotonic()
        try:
            reply = self.send(method, path, body)
        except (OSError, HTTPException) as error:
            return Sample(name, monotonic() - began, 0, repr(error))
        told = "" if reply.status < 400 else reply.body.decode(errors="replace")
        return Sample(name, monotonic() - began, reply.status, told)


# --- a flood -----------------------------------------------------------------------------------

Action = Callable[[], Reply]


@contextmanager
def flood(threads: int, *actions: Action) -> Iterator[Counter[int]]:
    """Repeat the actions while the block runs, in the threads of a process of its own.

    Enter it before a client that runs in a thread. When the block is over, the counter has the
    statuses of the answers; a request without an answer has status 0.
    """
    connections.close_all()  # the child must not share one
    stop, (results, end) = fork.Event(), fork.Pipe(duplex=False)
    child = fork.Process(target=run_flood, args=(threads, actions, stop, end))
    child.start()
    statuses: Counter[int] = Counter()
    try:
        yield statuses
    finally:
        stop.set()
        assert results.poll(2 * PATIENCE), "the flood does not end"
        statuses.update(results.recv())
        child.join(PATIENCE)


def run_flood(threads: int, actions: tuple[Action, ...], stop: Any, end: Any) -> None:
    statuses: list[int] = []

    def repeat(first: int) -> None:
        for action in cycle((*actions[first:], *actions[:first])):
            if stop.is_set():
                return
            try:
                statuses.append(action().status)
            except (OSError, HTTPException):
                statuses.append(0)

    running = [Thread(target=repeat, args=(number % len(actions),)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    end.send(Counter(statuses))
