"""The client's streams, against a server that hangs up in the middle."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any

import pytest

from clients.python.citadels_client import Api, Message, Problem, Unreachable, streaming
from clients.python.citadels_client.streaming import messages
from clients.python.citadels_client.turns import ASK_FIRST, turns

ALIVE = b": alive\n\n"


def told(kind: str, data: Any, seq: int | None = None) -> bytes:
    head = "" if seq is None else f"id: {seq}\n"
    return f"{head}event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


class Ticketed(ThreadingHTTPServer):
    """Sends on to where the streams are, and tells what ``parts`` hold, one for each visit."""

    parts: list[bytes]
    came: list[tuple[str, str | None]]
    turns: list[list[dict[str, Any]]]
    tickets: str = ""


class Handler(BaseHTTPRequestHandler):
    server: Ticketed

    def do_GET(self) -> None:
        if self.path.endswith("turns/"):
            self.reply(200, json.dumps({"turns": self.server.turns.pop(0)}).encode())
        elif "ticket" not in self.path:
            self.server.tickets += "t"  # each ticket opens one stream
            self.reply(307, b"", Location=f"{self.path}?ticket={self.server.tickets}")
        else:
            self.server.came.append((self.path, self.headers.get("Last-Event-ID")))
            parts = self.server.parts
            if parts:
                self.reply(200, parts.pop(0), **{"Content-Type": "text/event-stream"})
            else:
                gone = {"code": "game_not_found", "status": 404, "detail": "Gone."}
                self.reply(404, json.dumps(gone).encode())

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ticketed]:
    monkeypatch.setattr(streaming, "FIRST_BREAK", 0.001)
    found = Ticketed(("127.0.0.1", 0), Handler)
    found.parts, found.came, found.turns = [], [], []
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.shutdown()
    found.server_close()
    thread.join()


def client(server: Ticketed, *parts: bytes) -> Api:
    server.parts = list(parts)
    return Api(f"http://127.0.0.1:{server.server_port}", "cit_token")


def test_what_was_cut_off_goes_on_behind_the_last_message(server: Ticketed) -> None:
    half = told("event", {"seq": 9}, 9)[:-5]
    first = told("snapshot", {"id": "7"}, 7) + ALIVE + told("event", {"seq": 8}, 8) + half
    api = client(server, first, told("event", {"seq": 9}, 9) + told("changed", {"version": 3}))
    heard = list(islice(api.stream("7"), 4))
    assert heard == [
        Message("snapshot", "7", {"id": "7"}),
        Message("event", "8", {"seq": 8}),
        Message("event", "9", {"seq": 9}),
        Message("changed", "", {"version": 3}),
    ]
    assert server.came == [
        ("/api/v1/games/7/stream/?ticket=t", None),
        ("/api/v1/games/7/stream/?ticket=tt", "8"),
    ]


def test_it_goes_on_where_another_day_left_off(server: Ticketed) -> None:
    api = client(server, told("changed", {}))
    next(api.stream(last_id="abc"))
    assert server.came == [("/api/v1/me/stream/?ticket=t", "abc")]


def test_who_may_hear_no_more_is_told_why(server: Ticketed) -> None:
    problem = {"code": "banned", "status": 403, "detail": "Spoilt a match."}
    with pytest.raises(Problem, match="403 banned"):
        list(client(server, told("problem", problem)).stream("7"))
    with pytest.raises(Problem, match="404 game_not_found"):
        list(client(server).stream("7"))


def test_it_gives_up_when_nothing_is_ever_said(server: Ticketed) -> None:
    with pytest.raises(Unreachable):
        list(client(server, ALIVE, ALIVE, ALIVE).stream("7", tries=2))
    assert len(server.came) == 3


def test_messages_may_be_cut_anywhere() -> None:
    whole = told("event", {"text": "Château"}, 5).replace(b"\n", b"\r\n") + ALIVE + b"id: 6\n\n"
    pieces = [whole[place : place + 1] for place in range(len(whole))]
    assert list(messages(pieces)) == [
        Message("event", "5", {"text": "Château"}),
        Message("", "6", None),
    ]


def test_turns_are_waited_for_by_stream_and_by_asking(server: Ticketed) -> None:
    first, second = ({"game": "7", "decision": {"id": number}} for number in (1, 2))
    server.turns = [[], [first], [], [second], [second], [second]]
    api = client(server, told("snapshot", {}))
    slept: list[float] = []
    found = turns(api, sleep=slept.append)
    assert next(found) == first  # the snapshot said when to look
    assert slept == []
    assert next(found) == second  # the line had broken
    assert slept == [ASK_FIRST]
    server.parts = [told("changed", {})]
    assert next(found) == second  # it was not played
    assert slept == [ASK_FIRST]
