"""End-to-end tests: the API over HTTP and a stream server process, as in production."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services import token_issue
from games.models import Game
from games.play.selectors import events_for
from games.streams.tickets import Caller, stream_address, ticket_use
from tests.faults.figures import Note
from tests.games.streams.harness import Parser, StreamMessage, citadels, meanwhile, play_some

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
PATIENCE = 10.0


@pytest.fixture
def process(transactional_db: None, settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """A stream server on the test database, at STREAM_URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings.STREAM_URL = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "core.serve", "stream", "--log-level", "warning"]
    command += ["--port", str(port)]
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
        soon(lambda: listening(port))
        yield running
    finally:
        running.terminate()
        try:
            running.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


def soon(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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


@pytest.fixture
def server(live_server: LiveServer, process: Any) -> str:
    return str(live_server.url)


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
    server: str, alice: User, bob: User, process: subprocess.Popen[bytes]
) -> None:
    game = citadels(alice, bob)
    listener = Listener(server, alice, f"games/{game.id}")
    listener.next("snapshot")
    process.send_signal(signal.SIGTERM)
    assert listener.reply.read() == b""  # a clean end, not a broken connection
    assert process.wait(PATIENCE / 2) == 0


def test_a_ticket_that_another_process_has_seen_opens_no_stream(
    process: subprocess.Popen[bytes],
    alice: User,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "key_prefix", settings.CACHES["default"]["KEY_PREFIX"])
    caller = Caller(alice.id, f"personal:{token_issue(user=alice).token.id}")
    url = stream_address(caller=caller, game_id=None, base=settings.STREAM_URL, query={}).url
    (ticket,) = parse_qs(urlsplit(url).query)["ticket"]
    assert ticket_use(text=ticket, game_id=None) == caller
    parts = urlsplit(url)
    client = HTTPConnection(parts.netloc, timeout=PATIENCE)
    client.request("GET", f"{parts.path}?{parts.query}")
    reply = client.getresponse()
    assert (reply.status, b"already used" in reply.read()) == (401, True)
