"""Streams of the Python client, with a server that closes connections early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from clients.python.citadels_client import Api, Message, Problem, Unreachable, streaming
from clients.python.citadels_client.streaming import messages
from clients.python.citadels_client.turns import ASK_FIRST, turns
from tests.stub_server import StubHandler, StubServer

ALIVE = b": alive\n\n"


def message(kind: str, data: Any, seq: int | None = None) -> bytes:
    head = "" if seq is None else f"id: {seq}\n"
    return f"{head}event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


class StreamServer(StubServer):
    """Redirects to a URL with a ticket, which replies with the next of ``parts``."""

    refuses_streams = False
    tickets = ""

    def __init__(self) -> None:
        super().__init__(Handler)
        self.parts: list[bytes] = []
        self.requests: list[tuple[str, str | None]] = []
        self.turns: list[list[dict[str, Any]]] = []
        self.games: dict[str, dict[str, Any]] = {}


class Handler(StubHandler):
    server: StreamServer

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(200, b"{}")

    def do_GET(self) -> None:
        if self.path.endswith("turns/"):
            self.reply(200, {"turns": self.server.turns.pop(0)})
        elif game := self.server.games.get(self.path.split("/")[-2]):
            self.reply(200, game)
        elif self.server.refuses_streams:
            self.reply(503, {"code": "streams_full", "status": 503, "detail": "Full."})
        elif "ticket" not in self.path:
            self.server.tickets += "t"  # a ticket opens one stream
            path, _, query = self.path.partition("?")
            self.reply(307, Location=f"{path}?ticket={self.server.tickets}&{query}")
        else:
            self.server.requests.append((self.path, self.headers.get("Last-Event-ID")))
            parts = self.server.parts
            if parts:
                self.reply(200, parts.pop(0), Content_Type="text/event-stream")
            else:
                self.reply(404, {"code": "game_not_found", "status": 404, "detail": "Gone."})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StreamServer]:
    monkeypatch.setattr(streaming, "FIRST_BREAK", 0.001)
    with StreamServer() as server:
        yield server


def client(server: StreamServer, *parts: bytes) -> Api:
    server.parts = list(parts)
    return Api(server.url, "cit_token")


def test_a_broken_stream_resumes_after_the_last_message(server: StreamServer) -> None:
    half = message("event", {"seq": 9}, 9)[:-5]
    first = message("snapshot", {"id": "7"}, 7) + ALIVE + message("event", {"seq": 8}, 8) + half
    api = client(
        server, first, message("event", {"seq": 9}, 9) + message("changed", {"version": 3})
    )
    received = list(islice(api.stream("7"), 4))
    assert received == [
        Message("snapshot", "7", {"id": "7"}),
        Message("event", "8", {"seq": 8}),
        Message("event", "9", {"seq": 9}),
        Message("changed", "", {"version": 3}),
    ]
    assert server.requests == [
        ("/api/v1/games/7/stream/?ticket=t&", None),
        ("/api/v1/games/7/stream/?ticket=tt&", "8"),
    ]


def test_it_starts_after_a_given_id(server: StreamServer) -> None:
    api = client(server, message("changed", {}))
    next(api.stream(last_id="abc"))
    assert server.requests == [("/api/v1/me/stream/?ticket=t&", "abc")]


def test_the_end_of_access_raises_a_problem(server: StreamServer) -> None:
    problem = {"code": "banned", "status": 403, "detail": "Spoiled a game."}
    with pytest.raises(Problem, match="403 banned"):
        list(client(server, message("problem", problem)).stream("7"))
    with pytest.raises(Problem, match="404 game_not_found"):
        list(client(server).stream("7"))


def test_it_gives_up_after_attempts_without_a_message(server: StreamServer) -> None:
    with pytest.raises(Unreachable):
        list(client(server, ALIVE, ALIVE, ALIVE).stream("7", tries=2))
    assert len(server.requests) == 3


def test_messages_may_be_cut_anywhere() -> None:
    whole = message("event", {"text": "Château"}, 5).replace(b"\n", b"\r\n") + ALIVE + b"id: 6\n\n"
    pieces = [whole[place : place + 1] for place in range(len(whole))]
    assert list(messages(pieces)) == [
        Message("event", "5", {"text": "Château"}),
        Message("", "6", None),
    ]


def test_turns_come_by_stream_and_by_polling(server: StreamServer) -> None:
    first, second, third = [{"id": number, "options": list[Any]()} for number in (1, 2, 3)]
    mine = {"id": "7", "version": 4, "your_turn": True, "decision": first}
    theirs = {"id": "8", "version": 9, "your_turn": False, "decision": {"id": 1}}
    changed = {**mine, "game": "7", "version": 5, "decision": second}
    api = client(
        server,
        message("snapshot", {"games": [mine, theirs]})
        + message("event", {"game": "7"})
        + message("changed", {**changed, "version": 4, "decision": first})  # a chat message
        + message("changed", {**changed, "decision": first})  # older than the reply to the command
        + message("changed", {**changed, "version": 6}),
    )
    server.games["7"] = {"decision": third}
    server.turns = [[], [], [{"game": "7", "decision": {"id": 3}}]]
    sleeps: list[float] = []
    results = turns(api, sleep=sleeps.append)
    assert next(results) == {"game": "7", "decision": first}
    api.command("7", 1, ["a"])
    assert next(results) == {"game": "7", "decision": second}
    assert sleeps == []
    server.refuses_streams = True
    assert next(results) == {"game": "7", "decision": third}
    assert sleeps == pytest.approx([ASK_FIRST, 1.5 * ASK_FIRST, 2.25 * ASK_FIRST])
    assert len(server.requests) == 1
