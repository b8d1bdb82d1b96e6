"""A database that takes no writes: reads go on, writes get 503, and all recovers by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services import token_issue
from core import database_clock
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, Heartbeat
from games.play.outages import SWEEPS
from tests.conftest import PASSWORD
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service
from tests.faults.servers import free_port
from tests.faults.waiting import until
from tests.permissions import rows
from tests.roles import World

SECONDS = in_full(40.0, otherwise=4.0)
IN_A_ROW = 10
"""Replies of one kind in a row after which all processes of the web have changed over."""
WRITING_PAGES = {"/login/", "/oauth/authorize/"}
"""Pages that write when they are shown."""


# --- one connection ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_connection_that_was_refused_a_write_is_replaced(tmp_path: Path) -> None:
    ours = connection.copy()
    if connection.vendor == "sqlite":
        (tmp_path / "db.sqlite3").touch()  # a connection creates no file
        ours.settings_dict = {**ours.settings_dict, "NAME": tmp_path / "db.sqlite3"}
        read_only = "PRAGMA query_only = ON"
    else:
        read_only = "SET default_transaction_read_only = on"
    table = f"read_only_{monotonic():.6f}".replace(".", "_")

    def run(sql: str) -> None:
        with ours.cursor() as cursor:
            cursor.execute(sql)

    try:
        run(f"CREATE TABLE {table} (number integer)")
        run(read_only)
        with pytest.raises(OperationalError):
            run(f"INSERT INTO {table} VALUES (1)")
        ours.close_if_unusable_or_obsolete()  # as Django does after each request
        run(f"DROP TABLE {table}")
    finally:
        ours.close()


# --- every address -------------------------------------------------------------------------------


@pytest.fixture
def connection_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It carries the transaction of the test."""
    for module in ("core.api.handler", "core.pages"):
        monkeypatch.setattr(f"{module}.close_old_connections", lambda: None)


@contextmanager
def writes_refused() -> Iterator[None]:
    """PostgreSQL refuses every write within this; nothing is kept."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        yield
        transaction.set_rollback(True)


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("toy", "connection_kept")
def test_every_address_reads_or_says_that_it_cannot_write() -> None:
    world = World()
    ApiToken.objects.update(last_used_at=None, fingerprinted_at=None)
    wrong = []
    refused = 0
    for row, expected in ((row, row.statuses[4]) for row in rows()):  # as `seat`
        with writes_refused():
            reply = world.asked(row, "seat")
        reads = row.method == "GET" and row.path not in WRITING_PAGES
        if reply.status_code == 503:
            refused += 1
            ok = not reads and reply.headers.get("Retry-After") is not None
        else:
            ok = reply.status_code == expected
        if not ok:
            wrong.append(f"{row.method} {row.path} [{row.state}]: {reply.status_code}, {expected}")
    assert wrong == []
    assert refused > 30


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("connection_kept")
def test_people_are_shown_a_page(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    with writes_refused():
        reply = Client().post("/login/", {"username": alice.username, "password": PASSWORD})
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "1")
    assert reply.headers["Content-Type"].startswith("text/html")
    assert "temporarily unavailable" in reply.content.decode()
    assert all(record.exc_info is None for record in caplog.records)


# --- a whole service -----------------------------------------------------------------------------


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Clients:
    """What clients ask of the processes under test, each time on a connection of its own."""

    def __init__(self, user: User, game: Game, port: int, stream_port: int) -> None:
        self.game, self.port, self.stream_port = game, port, stream_port
        self.token = token_issue(user=user, name="test").text
        self.count = 0

    def ask(self, method: str, path: str, body: Any = None, port: int = 0) -> Reply:
        client = HTTPConnection("127.0.0.1", port or self.port, timeout=HANG)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            text = None if body is None else json.dumps(body)
            client.request(method, f"/api/v1/{path}", text, headers)
            reply = client.getresponse()
            is_stream = reply.headers["Content-Type"] == "text/event-stream"
            read = reply.read1() if is_stream else reply.read()  # a stream does not end
            return Reply(reply.status, {k.lower(): v for k, v in reply.getheaders()}, read)
        finally:
            client.close()

    def read(self) -> Reply:
        """Read something; the use of the token is to be noted each time."""
        ApiToken.objects.update(last_used_at=None, fingerprinted_at=None)
        self.count += 1
        return self.ask("GET", ("me/", f"games/{self.game.id}/", "me/games/")[self.count % 3])

    def write(self) -> Reply:
        self.count += 1
        return self.ask("PUT", f"games/{self.game.id}/notes/", {"text": f"Note {self.count}."})

    def listen(self) -> Reply:
        """Open a stream: of the process for streams, or of the web process, which redirects."""
        self.count += 1
        path = f"games/{self.game.id}/stream/"
        if self.count % 2:
            return self.ask("GET", path, port=self.stream_port)
        reply = self.ask("GET", path)
        if reply.status != 307:
            return reply
        return self.ask("GET", reply.headers["location"].partition("/api/v1/")[2])


def status_in_a_row(ask: Callable[[], Reply], status: int) -> float:
    """Ask until a number of replies in a row have this status; return the seconds it took. Until
    then clients may be asked to come again, and nothing else.
    """
    begin, row = monotonic(), 0
    while row < IN_A_ROW:
        reply = ask()
        assert reply.status in (status, 503), reply
        row = row + 1 if reply.status == status else 0
        assert monotonic() < begin + HANG
    return monotonic() - begin


def unavailable(reply: Reply) -> bool:
    return (
        reply.status == 503
        and json.loads(reply.body)["code"] == "unavailable"
        and "retry-after" in reply.headers
    )


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = game_create(user=alice, ruleset="citadels", seats=2, options={})
    game_join(user=bob, game_id=game.id)
    return game_start(user=alice, game_id=game.id)


@contextmanager
def read_only_database() -> Iterator[None]:
    """All sessions but ours are cut off, and those that follow are read-only, as where somebody who
    runs the database has set it so since its disk is full.
    """
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        try:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            yield
        finally:
            cursor.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")


def heartbeats_since(at: datetime) -> set[str]:
    return set(Heartbeat.objects.filter(at__gt=at).values_list("name", flat=True))


@pytest.mark.fault(14)
@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_service_recovers_by_itself(
    running: Service, game: Game, alice: User, note: Note
) -> None:
    port, stream_port = free_port(), free_port()
    running.more = {"THROTTLE_WRITE": "", "THROTTLE_READ": ""}
    for application, number in (("web", port), ("stream", stream_port)):
        running.start("-m", "serving.serve", application, "--port", str(number))
    running.worker()
    running.beat()
    clients = Clients(alice, game, port, stream_port)
    start = database_clock.now()
    until(lambda: listening(port) and listening(stream_port), patience=HANG)
    until(lambda: SWEEPS in heartbeats_since(start), patience=HANG)
    assert (clients.read().status, clients.write().status) == (200, 200)
    before = running.said()
    reads = writes = 0
    with read_only_database():
        status_in_a_row(clients.read, 200)  # those whose sessions were cut off are asked again
        status_in_a_row(clients.listen, 200)
        end = monotonic() + SECONDS
        while monotonic() < end:
            assert clients.read().status == 200
            assert unavailable(clients.write())
            reads, writes = reads + 1, writes + 1
            sleep(0.05)
        assert [clients.listen().status for _ in range(2)] == [200, 200]
    healed = database_clock.now()
    took = status_in_a_row(clients.write, 200)
    until(lambda: SWEEPS in heartbeats_since(healed), patience=HANG)
    assert [clients.listen().status for _ in range(2)] == [200, 200]
    assert [process.poll() for process in running.running] == [None] * 4
    said = running.said()[len(before) :]
    assert "Traceback" not in said
    note("seconds", SECONDS)
    note("reads answered", reads)
    note("writes refused", writes)
    note("other answers", 0)
    note("lines in the log", len(said.splitlines()))
    note("all written again after s", took)


def listening(port: int) -> bool:
    client = HTTPConnection("127.0.0.1", port, timeout=HANG)
    try:
        client.request("GET", "/healthz")
        return client.getresponse().status == 200
    except OSError:
        return False
    finally:
        client.close()
