"""End-to-end tests: streams of the web process, and of a process for streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit, urlunsplit

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services import token_issue
from games.models import Game
from games.play.selectors import events_for
from games.streams.tickets import Caller, stream_address, ticket_use
from serving.dev_services import listening
from tests.faults.figures import Note
from tests.faults.processes import HANG
from tests.faults.servers import free_port
from tests.faults.waiting import until
from tests.games.streams.harness import Parser, StreamMessage, citadels, meanwhile, play_some

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
PATIENCE = 10.0


class Process(NamedTuple):
    """A running process that serves streams."""

    popen: subprocess.Popen[bytes]
    origin: str


@pytest.fixture(params=["web", "stream"])
def process(
    request: pytest.FixtureRequest, transactional_db: None, settings: Settings
) -> Iterator[Process]:
    """A process on the test database: two workers for the API and streams, or only streams."""
    port, workers = free_port(), {"web": 2, "stream": 1}[request.param]
    command = [sys.executable, "-m", "serving.serve", request.param, "--log-level", "warning"]
    command += ["--port", str(port), "--workers", str(workers)]
    parts = urlsplit(os.environ["DATABASE_URL"])
    database = urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))
    env = {
        **os.environ,
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "citadels.settings.test",
    }
    cwd = django_settings.BASE_DIR
    running = subprocess.Popen(command, env=env, cwd=cwd, start_new_session=True)
    try:
        until(lambda: listening("127.0.0.1", port), patience=HANG)
        yield Process(running, f"http://127.0.0.1:{port}")
    finally:
        running.terminate()
        try:
            running.wait(HANG)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


web_only = pytest.mark.parametrize("process", ["web"], indirect=True)


@pytest.fixture
def server(request: pytest.FixtureRequest, process: Process, settings: Settings) -> str:
    """The origin of the API. The process of streams is at STREAM_URL, and Django in this one."""
    if "web" in request.node.callspec.params["process"]:
        return process.origin
    settings.STREAM_URL = process.origin
    return str(request.getfixturevalue("live_server").url)


class Listener:
    """A client that has only an HTTP library and a token."""

    def __init__(self, server: str, user: User, path: str) -> None:
        self.url = f"{server}/api/v1/{path}/stream/"
        self.headers = {"Authorization": f"Bearer {token_issue(user=user).text}"}
        self.connect()

    def connect(self) -> None:
        reply = self.get(self.url, self.headers)
        assert reply.status == 307
        self.connection.close()
        address = reply.headers["Location"]
        resumed = {k: v for k, v in self.headers.items() if k != "Authorization"}
        self.reply = self.get(address, resumed)
        assert (self.reply.status, self.reply.headers["Content-Type"]) == (200, "text/event-stream")
        self.parser = Parser()
        self.waiting: list[StreamMessage] = []

    def get(self, url: str, headers: dict[str, str]) -> HTTPResponse:
        parts = urlsplit(url)
        self.connection = HTTPConnection(parts.netloc, timeout=PATIENCE)
        self.connection.request("GET", f"{parts.path}?{parts.query}", headers=headers)
        return self.connection.getresponse()

    def next(self, kind: str = "") -> StreamMessage:
        """Return the next complete message (of this kind)."""
        while True:
            while not self.waiting:
                body = self.reply.read1(65536)
                assert body, "the stream has ended"
                self.waiting += [told for told in self.parser.take(body) if told.kind]
            told = self.waiting.pop(0)
            if told.id:
                self.headers["Last-Event-ID"] = told.id
            if kind in ("", told.kind):
                return told

    def cut(self) -> None:
        """Disconnect, even if messages are in transit, and reconnect."""
        self.connection.close()
        self.reply.close()
        self.connect()


def known(user: User, game: Game, after: int) -> list[tuple[int, str]]:
    events = events_for(user=user, game_id=game.id, after=after, limit=500, language="en")
    return [(event["seq"], event["text"]) for event in events]


@pytest.mark.fault(10)
def test_two_seats_cut_off_again_and_again_miss_and_repeat_nothing(
    server: str, alice: User, bob: User, note: Note
) -> None:
    game = citadels(alice, bob)
    first = game.event_count
    listeners = {user: Listener(server, user, f"games/{game.id}") for user in (alice, bob)}
    heard: dict[User, list[tuple[int, str]]] = {user: [] for user in listeners}
    for listener in listeners.values():
        assert listener.next().data["move_count"] == 0
    with meanwhile(lambda: play_some(game, alice, bob, moves=60)) as over:
        while not over.is_set() or any(behind(game, ears) for ears in listeners.values()):
            for user, listener in listeners.items():
                if behind(game, listener):
                    told = listener.next("event")
                    heard[user].append((told.data["seq"], told.data["text"]))
                    if len(heard[user]) % 7 == 0:
                        listener.cut()
    for user in listeners:
        assert heard[user] == known(user, game, first)
    assert len(heard[alice]) > 40
    assert heard[alice] != heard[bob]
    note("seats", len(listeners))
    note("events", sum(map(len, heard.values())))
    note("cuts", sum(len(events) // 7 for events in heard.values()))


def behind(game: Game, listener: Listener) -> bool:
    count = Game.objects.values_list("event_count", flat=True).get(id=game.id)
    return count > int(listener.headers["Last-Event-ID"])


@pytest.mark.fault(10)
def test_all_games_of_a_user_in_one_stream_cut_off_and_resumed(
    server: str, alice: User, bob: User
) -> None:
    games = {str(game.id): game for game in (citadels(alice, bob), citadels(bob, alice))}
    first = {name: game.event_count for name, game in games.items()}
    listener = Listener(server, bob, "me")
    assert len(listener.next("snapshot").data["games"]) == 2
    heard: dict[str, list[tuple[int, str]]] = {name: [] for name in games}

    def play_both() -> None:
        for moves in (1, 2, 3, 4, 5):
            for number, game in enumerate(games.values()):
                play_some(game, *((alice, bob) if number == 0 else (bob, alice)), moves=moves)

    def missing() -> int:
        counts = Game.objects.filter(id__in=games).values_list("event_count", flat=True)
        return sum(counts) - sum(first.values()) - sum(map(len, heard.values()))

    with meanwhile(play_both) as over:
        while not over.is_set() or missing():
            if missing():
                told = listener.next("event")
                heard[told.data["game"]].append((told.data["seq"], told.data["text"]))
                if sum(map(len, heard.values())) % 5 == 0:
                    listener.cut()
    for name, game in games.items():
        assert heard[name] == known(bob, game, first[name])
        assert heard[name]


def test_the_process_ends_at_once_when_it_is_asked_to(
    server: str, alice: User, bob: User, process: Process
) -> None:
    game = citadels(alice, bob)
    listener = Listener(server, alice, f"games/{game.id}")
    listener.next("snapshot")
    process.popen.send_signal(signal.SIGTERM)
    assert listener.reply.read() == b""  # a clean end, not a broken connection
    assert process.popen.wait(PATIENCE / 2) == 0


def test_a_ticket_that_another_process_has_seen_opens_no_stream(
    process: Process,
    alice: User,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "key_prefix", settings.CACHES["default"]["KEY_PREFIX"])
    caller = Caller(alice.id, f"personal:{token_issue(user=alice).token.id}")
    url = stream_address(caller=caller, game_id=None, base=process.origin, query={}).url
    (ticket,) = parse_qs(urlsplit(url).query)["ticket"]
    assert ticket_use(text=ticket, game_id=None) == caller
    reply = ask(url)
    assert (reply.status, b"already used" in reply.read()) == (401, True)


# --- one origin ----------------------------------------------------------------------------------


def ask(url: str, method: str = "GET", **headers: str) -> HTTPResponse:
    parts = urlsplit(url)
    client = HTTPConnection(parts.netloc, timeout=PATIENCE)
    client.request(method, f"{parts.path}?{parts.query}", headers=headers)
    return client.getresponse()


@web_only
def test_the_web_process_redirects_to_itself(server: str, alice: User, bob: User) -> None:
    game = citadels(alice, bob)
    headers = {"Authorization": f"Bearer {token_issue(user=alice).text}"}
    for path in ("/api/v1/me/stream/", f"/api/v1/games/{game.id}/stream/"):
        reply = ask(f"{server}{path}", **headers)
        assert reply.status == 307
        url = reply.headers["Location"]
        assert url.startswith(f"{server}{path}?ticket=")
        stream = ask(url, **headers)  # most clients keep their token on one origin
        assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream")
        assert first_of(stream).kind == "snapshot"
        assert ask(f"{server}/api/v1/games/{game.id}/", **headers).status == 200
        again = ask(url)
        assert (again.status, b"already used" in again.read()) == (401, True)


@web_only
def test_a_page_of_the_same_origin_follows_an_address(server: str, alice: User, bob: User) -> None:
    """As EventSource does: without a token, and with the last id in the query."""
    game = citadels(alice, bob)
    token = token_issue(user=alice).text
    parts = urlsplit(server)

    def new_address() -> str:
        client = HTTPConnection(parts.netloc, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        client.request("POST", "/api/v1/streams/", json.dumps({"game": str(game.id)}), headers)
        reply = client.getresponse()
        assert reply.status == 201
        return str(json.loads(reply.read())["url"])

    url = new_address()
    assert url.startswith(f"{server}/api/v1/games/{game.id}/stream/?ticket=")
    with ask(url) as stream:
        told = first_of(stream)
    assert told.kind == "snapshot"
    play_some(game, alice, bob, moves=1)
    with ask(f"{new_address()}&last_event_id={told.id}") as stream:
        resumed = first_of(stream)
    assert (resumed.kind, resumed.id) == ("event", str(int(told.id) + 1))


def first_of(stream: HTTPResponse) -> StreamMessage:
    """Return the first message of a stream."""
    parser = Parser()
    while True:
        for told in parser.take(stream.read1(65536)):
            if told.kind:
                return told
