"""What the log tells: which request, game and user it was; never who somebody is."""

from __future__ import annotations

import logging
import re
import sqlite3
import sys
from collections.abc import Iterator
from errno import ENOENT, ENOSPC
from io import StringIO
from typing import Any

import orjson
import psycopg
import pytest
from django.core import mail
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.test import Client
from redis import RedisError
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import operator_create, user_ban
from accounts.services.email_sending import emails_send
from core.log_context import (
    NO_CONTEXT,
    context_set_game,
    context_set_user,
    get_request_context,
    request_context,
)
from core.logs import (
    JsonFormatter,
    OutageFilter,
    RefusedRequestFilter,
    UtcFormatter,
    scrub,
)
from games import sweeps
from games.play.timing import fire_delay
from notifications.services.relay import relay_all
from tests.conftest import PASSWORD, ClientOf
from tests.timed import A_DAY_EACH, DAY, Clock, shown_up
from tests.toy_games import Player, start_game

pytestmark = pytest.mark.usefixtures("toy")

EMAIL = {"email": "changed@example.net", "password": PASSWORD}


@pytest.mark.django_db
def test_a_request_that_django_refuses_is_a_warning_without_a_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(operator_create(username="ada", password=PASSWORD))
    caplog.clear()
    assert client.get("/admin/games/game/?state__startswith=x").status_code == 400
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "state__startswith" in record.getMessage()
    refusals = {error.__name__ for error in SuspiciousOperation.__subclasses__()}
    for name in refusals - {DisallowedHost.__name__} | {SuspiciousOperation.__name__}:
        filters = logging.getLogger(f"django.security.{name}").filters
        assert any(isinstance(known, RefusedRequestFilter) for known in filters), name


@pytest.fixture(params=[JsonFormatter, UtcFormatter])
def written(request: pytest.FixtureRequest, settings: Any) -> Iterator[StringIO]:
    """All that is logged meanwhile, every level and every request of it."""
    settings.LOG_REQUESTS = True
    text = StringIO()
    handler = logging.StreamHandler(text)
    line = settings.LOGGING["formatters"]["line"]
    words = {} if request.param is JsonFormatter else {"fmt": line["format"], "style": "{"}
    handler.setFormatter(request.param(**words))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield text
    root.setLevel(level)
    root.removeHandler(handler)


def typical(alice: User, bob: User, clients: dict[User, Any]) -> list[str]:
    """What users do all day, well and badly; returns what nobody may read in the log."""
    api, keys = clients[alice], []
    for body in (
        {"username": "daisy", "email": "daisy@example.net", "password": PASSWORD},
        {"username": "alice", "email": "not-an-address@", "password": "short-and-secret"},
        {"username": "daisy", "email": "daisy@example.net", "password": PASSWORD},
    ):
        api.post("/api/v1/auth/register/", body)
    for password in (PASSWORD, "a wrong password"):
        reply = api.post("/api/v1/auth/tokens/", {"username": "bob", "password": password})
        keys.append(str(reply.json().get("token", "")))
    assert api.post("/api/v1/auth/password-reset/", {"email": "bob@example.org"}).status_code < 300
    assert api.post("/api/v1/me/email/", EMAIL).status_code < 300
    api.get("/api/v1/users/bob/")
    forged = APIClient(HTTP_AUTHORIZATION="Bearer cit_forgedforgedforged")
    assert forged.get("/api/v1/me/").status_code == 401
    api.get("/api/v1/nothing/bob@example.org/")
    game = start_game(alice, bob)
    player = Player(api, game.id)
    player.view()
    player.send(1, "boast")
    player.send(1, "boast")
    player.post("messages", {"text": "hello bob@example.org", "room": "players"})
    emails_send()
    relay_all()
    assert len(mail.outbox) > 2
    for letter in mail.outbox:
        keys += re.findall(
            r"/(?:verify-email|reset-password|unsubscribe)/([^/\s]+)/", str(letter.body)
        )
    user_ban(user=bob, reason="bob was rude")
    assert clients[bob].get("/api/v1/me/turns/").status_code == 403
    return [key for key in keys if len(key) > 20]


@pytest.mark.django_db
def test_nobody_can_be_recognized_by_the_log(
    written: StringIO,
    alice: User,
    bob: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = {user: client_of(user) for user in (alice, bob)}
    for client in clients.values():
        client.raise_request_exception = False
        client.defaults["REMOTE_ADDR"] = "203.0.113.77"
    secrets = typical(alice, bob, clients)
    assert len(secrets) > 3  # a token, and what the links of mail hold

    def fails(**words: Any) -> None:
        raise IntegrityError(
            "duplicate key\nDETAIL:  Key (username, email)=(bob, bob@example.org) already exists."
        )

    monkeypatch.setattr("games.play.api.views.game_view_for", fails)
    monkeypatch.setattr("games.play.api.me.games_of", fails)
    game = start_game(alice, bob)
    assert clients[alice].get(f"/api/v1/games/{game.id}/").status_code == 500
    search = {"search": "a-secret-in-the-address"}
    assert clients[alice].get("/api/v1/me/games/", search).status_code == 500
    text = written.getvalue()
    assert "duplicate key" in text  # the failure is there, with its traceback
    assert "game_view_for" in text
    secrets += ["cit_", PASSWORD, "short-and-secret", "a wrong password", "a-secret-in"]
    secrets += ["alice", "bob", "daisy", "@example", "203.0.113.77", "hello", "rude"]
    lines = text.splitlines()
    found = {secret: line for line in lines for secret in secrets if secret in line}
    assert not found


@pytest.mark.django_db
def test_a_line_says_which_request_game_and_user_it_was(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(alice)
    client.raise_request_exception = False
    game = start_game(alice, bob)
    lines = captured(monkeypatch)

    def fails(**words: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.play.api.views.game_view_for", fails)
    client.get(f"/api/v1/games/{game.id}/", HTTP_X_REQUEST_ID="mine")
    (line,) = [line for line in lines() if line["level"] == "error"]
    assert (line["request"], line["game"], line["user"]) == ("mine", str(game.id), str(alice.id))
    assert (line["logger"], line["error"]) == ("django.request", "ZeroDivisionError")
    assert "Traceback" in line["traceback"]
    assert line["at"].endswith("Z")
    assert get_request_context() is NO_CONTEXT


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/", "/admin/second-factor/", "/admin/logout/"])
def test_a_line_of_the_admin_says_who_worked_there(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = operator_create(username="ada", password=PASSWORD)
    client = Client(raise_request_exception=False)
    client.force_login(operator)
    lines = captured(monkeypatch)

    def fails(*given: object, **words: object) -> None:
        logging.getLogger("deep.inside").warning("something is odd")
        raise ZeroDivisionError

    monkeypatch.setattr("django.contrib.admin.AdminSite.each_context", fails)
    reply = client.post(path) if "logout" in path else client.get(path)
    assert reply.status_code == 500
    assert {line.get("user") for line in lines() if line["logger"] == "deep.inside"} == {
        str(operator.id)
    }
    assert {line.get("user") for line in lines() if line["level"] == "error"} == {str(operator.id)}


@pytest.mark.django_db
def test_a_line_of_a_sweep_says_which_game_it_was(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    clock.shift(DAY + fire_delay())
    lines = captured(monkeypatch)

    def fails(**words: Any) -> None:
        logging.getLogger("deep.inside").warning("something is odd")
        raise ZeroDivisionError

    monkeypatch.setattr(sweeps, "deadline_resolve", fails)
    sweeps.timers_sweep()
    assert {line.get("game") for line in lines()} == {str(game.id)}


def captured(monkeypatch: pytest.MonkeyPatch) -> Any:
    text = StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonFormatter())
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    return lambda: [orjson.loads(line) for line in text.getvalue().splitlines()]


def test_nothing_is_noted_outside_of_requests() -> None:
    context_set_user("somebody")
    context_set_game("something")
    assert (NO_CONTEXT.user, NO_CONTEXT.game) == (None, None)
    with request_context("one"):
        context_set_user("somebody")
    with request_context("two"):
        assert get_request_context().user is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mail to bob.o'x@sub.example.org failed", "mail to bob.o'[...] failed"),
        ("cit_" + "a" * 49 + " is no key", "[...] is no key"),
        ("whsec_c2VjcmV0/+= is known", "[...] is known"),
        ("Authorization: Bearer abcdefgh.ijk", "Authorization: Bearer [...]"),
        ("postgres://user:pa$$@db:5432/name", "postgres://[...]@db:5432/name"),
        ("GET /verify-email/abc:def-1/ failed", "GET /verify-email/[...]/ failed"),
        ("/api/v1/pictures/abc:def-1.png failed", "/api/v1/pictures/[...] failed"),
        ("/calendar/abc:def-1.ics failed", "/calendar/[...] failed"),
        (
            "no answer of https://fcm.googleapis.com/fcm/send/abc:def-1",
            "no answer of https://fcm.googleapis.com/[...]",
        ),
        ("/api/v1/me/stream/?ticket=abc&x=1", "/api/v1/me/stream/?ticket=[...]&x=1"),
        ("/device/?user_code=WDJB-MJHT", "/device/?user_code=[...]"),
        ("client_id=x&device_code=abc", "client_id=x&device_code=[...]"),
        ("from 203.0.113.77 and 2001:db8::7", "from [...] and [...]"),
        ("no\nDETAIL:  Key (a)=(b\nc) is\nCONTEXT: x", "no\nDETAIL:  [...]\nCONTEXT: x"),
        ("at 12:30:45 in a[::2], v5.2.19", "at 12:30:45 in a[::2], v5.2.19"),
    ],
)
def test_what_opens_anything_is_left_out(text: str, told: str) -> None:
    assert scrub(text) == told


def test_a_traceback_is_one_line_of_json() -> None:
    try:
        raise ValueError("token=abc of bob@example.org")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "no %s", ("é\n",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    found = orjson.loads(line)
    assert found["message"] == "no é\n"
    assert found["traceback"].endswith("ValueError: token=[...] of [...]")


def outage_of_sqlite(name: str) -> OperationalError:
    """Django's error for one of SQLite's."""
    cause = sqlite3.OperationalError("it says why")
    cause.sqlite_errorname = name
    error = OperationalError("it says why")
    error.__cause__ = cause
    return error


def outage_of_postgresql(code: str) -> OperationalError:
    """Django's error for one of PostgreSQL's."""
    error = OperationalError("it says why")
    error.__cause__ = psycopg.errors.lookup(code)("it says why")
    return error


@pytest.mark.parametrize(
    ("error", "traceback"),
    [
        (OperationalError("server closed the connection\nunexpectedly"), False),
        (InterfaceError("the connection is closed"), False),
        (outage_of_sqlite("SQLITE_READONLY"), False),
        (outage_of_postgresql("53100"), False),
        (outage_of_postgresql("54000"), True),  # a value that is too long for an index
        (OSError(ENOSPC, "No space left on device"), False),
        (FileNotFoundError(ENOENT, "No such file"), True),
        (RedisError("MISCONF"), False),
        (outage_of_sqlite("SQLITE_ERROR"), True),  # a table that is missing, for example
        (ProgrammingError("our own fault"), True),
    ],
)
def test_an_outage_of_the_database_has_no_traceback(error: Exception, traceback: bool) -> None:
    try:
        raise error
    except Exception:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "It failed", (), sys.exc_info())
    assert OutageFilter().filter(record)
    text = UtcFormatter("{message}", style="{").format(record)
    assert text.startswith("It failed")
    assert " ".join(str(error).split()) in " ".join(text.split())
    assert ("Traceback" in text) == traceback
    assert traceback or len(text.splitlines()) == 1
