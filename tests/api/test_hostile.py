"""Hostile requests get a problem or a harmless reply, store nothing and log nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.keys import ACCESS_MARK, REFRESH_MARK, SECRET_MARK, TOKEN_MARK, key_make
from accounts.models import User
from accounts.services import operator_create, token_issue
from games.chat.services import message_post
from games.models import Game, Note
from games.streams.errors import TicketInvalid
from games.streams.tickets import LIFE, Caller, ticket_issue, ticket_read
from tests.conftest import PASSWORD, ClientOf
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

JSON = "application/json"
MARK = "d41d8cd98f00"
"""A part of every secret and private text in requests. It must not appear in the log."""
HTML = f'<script>alert("{MARK}")</script><img src=x onerror=alert(1)>'
SQL = "'; DROP TABLE games_game; --"
TEMPLATE = "{{ 7 * 7 }}{% debug %}${7*7}%s%(name)s{0}"


def row_counts() -> dict[str, int]:
    """Return the number of rows of every table."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Capture the whole log, and check that no marked text is in it."""
    caplog.set_level(logging.DEBUG)
    for noisy in ("django.db.backends", "faker"):  # statements are not logged in production
        caplog.set_level(logging.INFO, noisy)
    yield caplog
    assert MARK not in caplog.text


def problem_code(reply: Any, *statuses: int) -> str:
    """Check that a reply is a problem, and return its code."""
    assert reply.headers["Content-Type"] == "application/problem+json", reply.content[:200]
    assert 400 <= reply.status_code < 500
    assert not statuses or reply.status_code in statuses, reply.content
    return str(reply.json()["code"])


# --- bodies at every door that takes one -----------------------------------------------------


def body_requests(game: Game) -> dict[tuple[str, str], dict[str, Any]]:
    """Return requests that take a body, each with a private text in it."""
    here = f"/api/v1/games/{game.id}/"
    return {
        ("POST", f"{here}commands/"): {"decision": 1, "choices": [MARK]},
        ("POST", f"{here}messages/"): {"room": "players", "text": MARK},
        ("PUT", f"{here}notes/"): {"text": MARK},
        ("PUT", f"{here}orders/"): {"orders": [{"topic": MARK, "choose": []}]},
        ("POST", "/api/v1/auth/register/"): {"username": "newcomer", "password": PASSWORD + MARK},
        ("POST", "/api/v1/auth/tokens/"): {"username": "alice", "password": MARK},
        ("POST", "/api/v1/me/password/"): {"password": MARK, "new_password": MARK * 3},
        ("POST", "/api/v1/me/webhooks/"): {"url": f"https://example.org/{MARK}", "name": MARK},
        ("POST", "/api/v1/me/push-subscriptions/"): {
            "endpoint": f"https://push.example.net/{MARK}",
            "keys": {"p256dh": MARK, "auth": MARK},
            "name": MARK,
        },
        ("PATCH", "/api/v1/me/preferences/"): {"time_zone": MARK},
    }


def corrupt_bodies(body: dict[str, Any]) -> Iterator[Any]:
    """Yield a body in wrong encodings, shapes, types and sizes."""
    good = orjson.dumps(body)
    yield from (
        good.decode().encode("utf-16"),
        good.decode().encode("utf-32"),
        b"\xef\xbb\xbf" + good,
    )
    yield from (good[:-1], good + good, b"\x00" + good, good.replace(MARK.encode(), b"\xff\xfe"))
    yield good.replace(MARK.encode(), rb"\ud800")
    yield good + b" " * (1024 * 1024)
    yield from (orjson.dumps([body]), orjson.dumps(orjson.dumps(body).decode()), b"1e999", b"-")
    for value in ({"$ne": None}, [[[[MARK]]]], -(2**63), 1.5, True, None):
        yield orjson.dumps(dict.fromkeys(body, value))
    yield orjson.dumps(dict.fromkeys(body, f"{MARK}\x00"))


def test_corrupt_bodies_are_refused_and_store_nothing(
    alice: User, bob: User, client_of: ClientOf, log: pytest.LogCaptureFixture
) -> None:
    client = client_of(alice)
    client.raise_request_exception = True
    before = None
    for (method, path), body in body_requests(start_game(alice, bob)).items():
        before = before or row_counts()
        for data in corrupt_bodies(body):
            problem_code(client.generic(method, path, data, JSON))
    assert row_counts() == before


# --- numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 0, 2**31, 2**63, 2**64, 10**30, 0.5, "1e3", "0x1", True])
def test_numbers_that_are_none_are_refused(
    number: Any, alice: User, bob: User, client_of: ClientOf
) -> None:
    client, game = client_of(alice), start_game(alice, bob)
    here = f"/api/v1/games/{game.id}/"
    body = '{"decision": %s, "choices": ["boast"]}' % (
        str(number) if isinstance(number, int) and number > 2**63 else orjson.dumps(number).decode()
    )
    problem_code(client.generic("POST", f"{here}commands/", body, JSON), 400, 422)
    for query in (f"events/?after={number}", f"messages/?after={number}", f"?at={number}"):
        reply = client.get(f"{here}{query}")
        if reply.status_code != 200:
            problem_code(reply, 404, 422)
    game.refresh_from_db()
    assert game.move_count == 0


# --- texts -------------------------------------------------------------------------------------


def test_texts_are_unchanged_and_the_admin_escapes_them(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    client, texts = client_of(alice), (HTML, SQL, TEMPLATE)
    admin = Client()
    admin.force_login(operator_create(username="ada", password=PASSWORD))
    game = start_game(alice, bob)
    for number, text in enumerate(texts):
        table = lobby(bob, seats=2, title=text[:60])
        assert client.get(f"/api/v1/games/{table.id}/").json()["title"] == text[:60]
        said = client.post(f"/api/v1/games/{game.id}/messages/", {"room": "players", "text": text})
        assert said.json()["text"] == text
        client.put(f"/api/v1/games/{game.id}/notes/", {"text": text})
        assert Note.objects.get().text == text
        token_issue(user=alice, name=text[:50])
        hook = {"url": f"https://example.org/{number}", "name": text[:50]}
        assert client.post("/api/v1/me/webhooks/", hook).status_code == 201
        pages = [
            *("accounts/apitoken/", "notifications/webhookendpoint/", "games/game/"),
            *(f"games/game/{game.id}/change/", f"games/game/{table.id}/change/"),
            *("games/game/?q=" + part for part in ("%27%3B", "%3Cscript%3E", "%00")),
        ]
        for page in pages:
            reply = admin.get(f"/admin/{page}")
            assert reply.status_code < 500
            assert "<script>alert" not in reply.text, page
            assert "onerror=alert(1)>" not in reply.text, page
    assert Game.objects.count() == 4


NAMES = (
    *("\u0430lice", "ali\u200bce", "\u202eecila", "alice\u00a0", "al\u0131ce", "\uff21lice"),
    *(
        "alice\n",
        "a/b",
        "..",
        HTML,
        SQL,
        "{{7*7}}",
        "admin\x00",
        "\U0001f600",
    ),
)


def test_lookalike_names_are_refused(anyone: APIClient, alice: User) -> None:
    before = row_counts()
    for name in NAMES:
        body = {"username": name, "password": PASSWORD}
        assert problem_code(anyone.post("/api/v1/auth/register/", body), 422) == "invalid", name
    assert row_counts() == before


# --- tokens and tickets ------------------------------------------------------------------------


def test_made_up_tokens_of_every_kind_open_nothing(
    anyone: APIClient, alice: User, log: pytest.LogCaptureFixture
) -> None:
    real = token_issue(user=alice, name="mine").text
    made = [key_make(mark) for mark in (TOKEN_MARK, ACCESS_MARK, REFRESH_MARK, SECRET_MARK)]
    bent = [real[:-1], real + "a", real.upper(), real[::-1], f"{real},{real}", f"{real}\x00"]
    json_tokens = ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "null", "undefined", "*", "%"]
    for text in (*made, *bent, *json_tokens):
        reply = anyone.get("/api/v1/me/", headers={"Authorization": f"Bearer {text}"})
        assert problem_code(reply, 401) == "invalid_token", text
    for text in (*made, real):
        assert text not in log.text


def test_a_ticket_is_for_one_stream_and_as_it_was_issued(alice: User, bob: User) -> None:
    game, other = uuid4(), uuid4()
    soon = timezone.now() + LIFE
    text = ticket_issue(caller=Caller(alice.id, "mine"), game_id=game, expires_at=soon)
    assert ticket_read(text=text, game_id=game).caller.user_id == alice.id
    content, at, signature = text.rsplit(":", 2)
    theirs = ticket_issue(caller=Caller(bob.id, "theirs"), game_id=game, expires_at=soon)
    forged = [
        f"{theirs.rsplit(':', 2)[0]}:{at}:{signature}",
        f"{content}:zzzzzz:{signature}",
        f"{content}:{at}:",
        "::",
    ]
    for bad, place in [(text, other), (text, None), *((one, game) for one in (*forged, "", "é"))]:
        with pytest.raises(TicketInvalid):
            ticket_read(text=bad, game_id=place)


@pytest.mark.slow
def test_the_key_of_another_user_does_not_give_their_reply(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    """Another user who knows Alice's key does not get her private data."""
    game, key = start_game(alice, bob), {"Idempotency-Key": "one"}
    path, body = f"/api/v1/games/{game.id}/messages/", {"room": "players", "text": "Mine."}
    first = client_of(alice).post(path, body, headers=key)
    again = client_of(bob).post(path, body, headers=key)
    assert (first.json()["user"]["username"], again.json()["user"]["username"]) == ("alice", "bob")
    assert "Idempotent-Replayed" not in again.headers
    private = lobby(alice, seats=2, visibility="private")
    message_post(user=alice, game_id=private.id, room="players", text="Ours.", key="two")
    there = f"/api/v1/games/{private.id}/messages/"
    ours = {"room": "players", "text": "Ours."}
    reply = client_of(bob).post(there, ours, headers={"Idempotency-Key": "two"})
    assert problem_code(reply, 404) == "game_not_found"


# --- the way there -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"])
def test_no_header_and_no_field_makes_another_method_of_one(
    name: str, alice: User, client_of: ClientOf
) -> None:
    game, client = lobby(alice, seats=2), client_of(alice)
    path = f"/api/v1/games/{game.id}/"
    assert client.get(path, headers={name: "DELETE"}).status_code == 200
    assert client.get(f"{path}?_method=DELETE&method=DELETE").status_code in (200, 422)
    problem_code(client.post(path, {"_method": "DELETE"}, headers={name: "DELETE"}), 405)
    assert Game.objects.filter(id=game.id).exists()


ELSEWHERE = (
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "\t//e",
)


@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_a_login_does_not_redirect_to_other_sites(path: str, alice: User) -> None:
    operator_create(username="ada", password=PASSWORD)
    for there in ELSEWHERE:
        form = {"username": "ada", "password": PASSWORD, "next": there}
        reply = Client().post(path, form)
        assert reply.status_code == 302
        assert reply.headers["Location"].startswith(("/", "http://testserver/"))
        assert "evil" not in reply.headers["Location"]


def test_a_sign_up_does_not_redirect_to_other_sites(db: None) -> None:
    for number, there in enumerate(ELSEWHERE):
        form = {"username": f"user-{number}", "password": PASSWORD, "next": there}
        reply = Client().post("/sign-up/", form)
        assert (reply.status_code, reply.headers["Location"]) == (302, "/")
        assert "evil" not in Client().get("/sign-up/", {"next": there}).text


@pytest.mark.parametrize(
    "path",
    [
        *("/docs/../manage.py", "/docs/%2e%2e/%2e%2e/manage.py", "/docs//etc/passwd"),
        *("/static/../manage.py", "/static/%2e%2e/manage.py", "/static/..%2fmanage.py"),
        *("/static//etc/passwd", "/api/v1/../../admin/", "/api/v1/%2e%2e/%2e%2e/admin/"),
        *("/verify-email/../admin/", "/unsubscribe/%00/", "/reset-password/" + "a" * 5000 + "/"),
    ],
)
def test_tricks_with_paths_lead_nowhere(path: str, client: Client) -> None:
    reply = client.get(path)
    assert reply.status_code in (400, 404, 410)
    assert b"SECRET_KEY" not in reply.content
