"""What the client does when the line drops, against a server that can be told to misbehave."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest import mock

import pytest

from clients.python.citadels_client import Api, Problem, Unreachable

DROPPED: tuple[int, Any] = (0, None)
HTML: tuple[int, Any] = (502, "<h1>Bad gateway</h1>")


class Faulty(ThreadingHTTPServer):
    """Gives the answers of ``script`` in turn, the last one for ever, and notes what came."""

    script: list[tuple[int, Any]]
    came: list[tuple[str, str, str | None]]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Faulty

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        key = self.headers.get("Idempotency-Key")
        self.server.came.append((self.command, self.path, key))
        script = self.server.script
        status, document = script.pop(0) if len(script) > 1 else script[0]
        if not status:
            self.close_connection = True
            return
        content = (document if isinstance(document, str) else json.dumps(document)).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def server() -> Iterator[Faulty]:
    found = Faulty(("127.0.0.1", 0), Handler)
    found.script, found.came = [], []
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.shutdown()
    found.server_close()
    thread.join()


def client(server: Faulty, *script: tuple[int, Any]) -> Api:
    server.script = list(script)
    return Api(f"http://127.0.0.1:{server.server_port}", "cit_token")


def test_a_read_is_sent_again_when_the_line_drops(server: Faulty) -> None:
    assert client(server, DROPPED, (200, [{"slug": "x"}])).rulesets() == [{"slug": "x"}]
    assert len(server.came) == 2


def test_a_command_is_sent_again_with_the_same_key(server: Faulty) -> None:
    api = client(server, DROPPED, HTML, (200, {"moves": [1]}))
    assert api.command("7", 1, ["a"])["moves"] == [1]
    assert len(server.came) == 3
    assert len({key for _, _, key in server.came}) == 1
    assert server.came[0][2]


def test_two_commands_have_two_keys(server: Faulty) -> None:
    api = client(server, (200, {"moves": [1]}))
    api.command("7", 1, ["a"])
    api.command("7", 2, ["a"])
    assert len({key for _, _, key in server.came}) == 2


def test_a_write_without_a_key_is_not_sent_again(server: Faulty) -> None:
    with pytest.raises(Unreachable):
        client(server, DROPPED, (200, {})).start("7")
    assert len(server.came) == 1


def test_a_refusal_is_not_sent_again(server: Faulty) -> None:
    refusal = {"code": "throttled", "status": 429, "detail": "Too many.", "title": "No", "more": 1}
    with pytest.raises(Problem) as refused:
        client(server, (429, refusal)).rulesets()
    assert (refused.value.code, refused.value.retry_after) == ("throttled", 7)
    assert refused.value.extras == {"more": 1}
    assert len(server.came) == 1


def test_what_came_too_early_is_sent_again_if_the_wait_is_short(server: Faulty) -> None:
    early = {"code": "throttled", "status": 429, "detail": "Too many.", "title": "No"}
    busy = {"code": "busy", "status": 503, "detail": "Too many.", "title": "No"}
    full = {"code": "overloaded", "status": 503, "detail": "Too many.", "title": "No"}
    server.script = [(429, early), (503, busy), (503, full), (201, {"id": "7"})]
    api = Api(f"http://127.0.0.1:{server.server_port}", patience=7)
    waited: list[float] = []
    with mock.patch("clients.python.citadels_client.transport.time.sleep", waited.append):
        assert api.register("alice", "secret") == {"id": "7"}
    assert waited == [7, 7, 7]


def test_who_is_not_the_service_is_found_out(server: Faulty) -> None:
    with pytest.raises(Unreachable, match="not from the service"):
        client(server, (404, "<h1>Not here</h1>")).rulesets()
    with pytest.raises(Unreachable, match="not from the service"):
        client(server, (200, "<h1>Welcome</h1>")).rulesets()
