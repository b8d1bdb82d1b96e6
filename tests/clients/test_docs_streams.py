"""The functions in docs/streams.md follow streams through outages, refusals and new tokens."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.clients.docs_code import code_block
from tests.faults.waiting import until
from tests.stub_server import StubHandler, StubServer

FASTER = 20
"""How many times shorter the pauses of the functions are."""
OUTAGE = 1.0
"""Seconds: 20 of the function's."""
PYTHON = """
import sys, time
really_sleep = time.sleep
def sleep(seconds):
    print(json.dumps(["pause", seconds]), flush=True)
    really_sleep(seconds / {faster})
time.sleep = sleep
tokens = ["first", "second"]
def get_token(refused):
    if refused:
        tokens.pop(0)
    return tokens[0]
for kind, data in follow("{origin}/api/v1/me/stream/", get_token):
    print(json.dumps([kind, data]), flush=True)
"""
NODE = """
console.warn = () => {{}};
const fetch = (url, more) => globalThis.fetch(new URL(url, "{origin}"), more);
const setTimeout = (resume, pause) => {{
  console.log(JSON.stringify(["pause", pause / 1000]));
  globalThis.setTimeout(resume, pause / {faster});
}};
const EventSource = class {{  // as browsers have it
  listeners = {{}};
  constructor(url) {{
    this.read(url).catch(() => {{}}).then(() => this.onerror());
  }}
  addEventListener(kind, listener) {{ this.listeners[kind] = listener; }}
  close() {{ this.closed = true; }}
  async read(url) {{
    const reply = await fetch(url);
    let rest = "", lastEventId = "";
    if (reply.ok) for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {{
      const blocks = (rest + piece).split("\\n\\n");
      rest = blocks.pop();
      for (const block of blocks) {{
        if (this.closed) return;
        const fields = Object.fromEntries(block.split("\\n").map((line) => line.split(/: (.*)/)));
        lastEventId = fields.id ?? lastEventId;
        this.listeners[fields.event]({{lastEventId, data: fields.data}});
      }}
    }}
  }}
}};
const tokens = ["first", "second"];
const getToken = async (refused) => {{
  if (refused) tokens.shift();
  return tokens[0];
}};
follow(null, (kind, data) => console.log(JSON.stringify([kind, data])), getToken);
"""


class Service(StubServer):
    """Serves a stream of numbered messages, as far as the test lets it."""

    token = "first"
    tickets = 0
    used: frozenset[str] = frozenset()

    def __init__(self, port: int = 0) -> None:
        super().__init__(Handler, port)
        self.refusals: list[int] = []
        self.until = 0
        """The number of the last message that may be sent."""
        self.sent: list[int] = []
        self.ending = b""
        """What streams send before they end; they go on while it is empty."""

    def stop(self) -> None:
        self.ending = b":\n"
        super().stop()

    def send_until(self, number: int) -> None:
        """Let streams send up to this message, and wait for it."""
        self.until = number
        until(lambda: number in self.sent, patience=30)


class Handler(StubHandler):
    server: Service

    def do_POST(self) -> None:
        self.body()
        if self.is_admitted():
            self.reply(201, {"url": self.new_address()})

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        if "ticket" not in query:
            if self.is_admitted():
                self.reply(307, Location=self.new_address())
            return
        if query["ticket"][0] in self.server.used:
            self.reply(401)
            return
        self.server.used |= {query["ticket"][0]}
        resumed = query.get("last_event_id", [""])[0] or self.headers["Last-Event-ID"]
        self.stream(int(resumed or 0))

    def new_address(self) -> str:
        self.server.tickets += 1
        return f"http://{self.headers['Host']}/stream/?ticket={self.server.tickets}"

    def is_admitted(self) -> bool:
        """True if a request has the token, and nothing else is wrong. Refuses it otherwise."""
        status = 0
        if self.headers["Authorization"] != f"Bearer {self.server.token}":
            status = 401
        elif self.server.refusals:
            status = self.server.refusals.pop(0)
        if status:
            self.reply(status, {"detail": "no"}, Retry_After="7")
        return not status

    def stream(self, after: int) -> None:
        server = self.server
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"retry: 3000\n:\n")
        while not server.ending:
            if after < server.until:
                after += 1
                self.wfile.write(message(after))
                server.sent.append(after)
            time.sleep(0.005)
        self.wfile.write(server.ending)
        server.ending = b""


def message(number: int) -> bytes:
    return f'id: {number}\nevent: event\ndata: {{"number": {number}}}\n\n'.encode()


PROBLEM = b'event: problem\ndata: {"code": "invalid_token"}\n\n'


class Follower:
    """A running program with the function of the page."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines: list[list[Any]] = []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        self.lines.extend(map(json.loads, self.process.stdout))

    def of_kind(self, kind: str) -> list[Any]:
        return [data for one, data in list(self.lines) if one == kind]


@pytest.fixture
def services() -> Iterator[list[Service]]:
    """The service that runs, the last of the list, and its predecessors."""
    running: list[Service] = []
    yield running
    running[-1].stop()


def restart(services: list[Service], seconds: float, refusals: list[int]) -> Service:
    """End the service, and start it again on its port some time later."""
    before = services[-1]
    before.stop()
    time.sleep(seconds)
    service = Service(before.server_port)
    service.refusals = refusals
    service.start()
    services.append(service)
    return service


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "command", "harness"),
    [("python", [sys.executable, "-c"], PYTHON), ("js", ["node", "-e"], NODE)],
)
def test_they_survive_everything_and_miss_nothing(
    language: str, command: list[str], harness: str, services: list[Service]
) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    service = Service()
    service.start()
    services.append(service)
    code = code_block("streams.md", language)
    code += harness.format(origin=service.url, faster=FASTER)
    follower = Follower(*command, "{" + code + "}" if language == "js" else code)
    try:
        service.send_until(2)
        service = restart(services, OUTAGE, [429, 503])
        service.send_until(4)
        assert service.refusals == []
        service.token = "second"  # the application has refreshed its token
        service.ending = PROBLEM
        service.send_until(6)
        service.ending = message(7)[:-9]  # cut within a message
        service.send_until(8)
        until(lambda: len(follower.of_kind("event")) == 8, patience=30)
    finally:
        follower.process.kill()
        follower.reader.join()
    assert [data["number"] for data in follower.of_kind("event")] == list(range(1, 9))
    assert follower.of_kind("problem") == [{"code": "invalid_token"}]
    pauses = follower.of_kind("pause")
    assert len(pauses) < 20
    assert 7 <= max(pauses) <= 30  # as long as the service asked for
    grown = pauses[: pauses.index(max(pauses))]
    assert grown[0] <= 1 < grown[-1]
