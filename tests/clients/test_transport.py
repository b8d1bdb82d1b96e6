"""Retries of the Python client, with a server that fails on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from clients.python.citadels_client import Api, Problem, Unreachable
from tests.stub_server import StubHandler, StubServer

NO_REPLY: tuple[int, Any] = (0, None)
HTML: tuple[int, Any] = (502, b"<h1>Bad gateway</h1>")


class FaultyServer(StubServer):
    """Sends the replies of ``script`` in turn, repeats the last one, and records requests."""

    def __init__(self) -> None:
        super().__init__(Handler)
        self.script: list[tuple[int, Any]] = []
        self.requests: list[tuple[str, str, str | None]] = []


class Handler(StubHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: FaultyServer

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def answer(self) -> None:
        self.body()
        key = self.headers.get("Idempotency-Key")
        self.server.requests.append((self.command, self.path, key))
        script = self.server.script
        status, document = script.pop(0) if len(script) > 1 else script[0]
        if status:
            self.reply(status, document, Retry_After="7")
        else:
            self.close_connection = True


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with FaultyServer() as server:
        yield server


def client(server: FaultyServer, *script: tuple[int, Any]) -> Api:
    server.script = list(script)
    return Api(server.url, "cit_token")


def test_a_read_is_sent_again_when_the_connection_breaks(server: FaultyServer) -> None:
    assert client(server, NO_REPLY, (200, [{"slug": "x"}])).rulesets() == [{"slug": "x"}]
    assert len(server.requests) == 2


def test_a_command_is_sent_again_with_the_same_key(server: FaultyServer) -> None:
    api = client(server, NO_REPLY, HTML, (200, {"moves": [1]}))
    assert api.command("7", 1, ["a"])["moves"] == [1]
    assert len(server.requests) == 3
    assert len({key for _, _, key in server.requests}) == 1
    assert server.requests[0][2]


def test_two_commands_have_two_keys(server: FaultyServer) -> None:
    api = client(server, (200, {"moves": [1]}))
    api.command("7", 1, ["a"])
    api.command("7", 2, ["a"])
    assert len({key for _, _, key in server.requests}) == 2


def test_a_write_without_a_key_is_not_sent_again(server: FaultyServer) -> None:
    with pytest.raises(Unreachable):
        client(server, NO_REPLY, (200, {})).start("7")
    assert len(server.requests) == 1


def test_a_refusalis_not_sent_again(server: FaultyServer) -> None:
    document = {"code": "throttled", "status": 429, "detail": "Too many.", "title": "No", "more": 1}
    with pytest.raises(Problem) as refusal:
        client(server, (429, document)).rulesets()
    assert (refusal.value.code, refusal.value.retry_after) == ("throttled", 7)
    assert refusal.value.extras == {"more": 1}
    assert len(server.requests) == 1


def test_a_request_is_sent_again_if_the_wait_is_short(server: FaultyServer) -> None:
    throttled = {"code": "throttled", "status": 429, "detail": "Too many.", "title": "No"}
    busy = {"code": "busy", "status": 503, "detail": "Too many.", "title": "No"}
    closed = {"code": "maintenance", "status": 503, "detail": "Soon.", "title": "No"}
    server.script = [(429, throttled), (503, busy), (503, closed), (201, {"id": "7"})]
    api = Api(server.url, patience=7)
    waits: list[float] = []
    with mock.patch("clients.python.citadels_client.transport.time.sleep", waits.append):
        assert api.register("alice", "secret") == {"id": "7"}
    assert waits == [7, 7, 7]


def test_replies_that_are_not_from_the_service_are_recognized(server: FaultyServer) -> None:
    with pytest.raises(Unreachable, match="not from the service"):
        client(server, (404, b"<h1>Not here</h1>")).rulesets()
    with pytest.raises(Unreachable, match="not from the service"):
        client(server, (200, b"<h1>Welcome</h1>")).rulesets()
