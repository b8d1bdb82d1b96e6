"""Texts that other people read have no invisible characters."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Message, Note
from tests.api.test_hostile import problem_code, row_counts
from tests.conftest import PASSWORD, ClientOf
from tests.notifications.push_service import DEVICE_KEYS
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

JSON = "application/json"
UNSEEN = {
    "line break": "a\nb",
    "carriage return": "a\rb",
    "tab": "a\tb",
    "escape": "a\x1b[31mb",
    "C1 control": "a\x85b",
    "line separator": "a\u2028b",
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b",
    "direction mark": "a\u200fb",
    "zero width space": "a\u200bb",
    "zero width joiner between Latin letters": "a\u200db",
    "word joiner": "a\u2060b",
    "byte order mark": "a\ufeffb",
    "soft hyphen": "a\u00adb",
    "tag": "a\U000e0062b",
    "variation selector": "a\ufe0fb",
    "Hangul filler": "a\u3164b",
    "Braille blank": "a\u2800b",
}
ALLOWED_IN_TEXTS = {
    *("line break", "tab", "line separator", "direction mark", "zero width space"),
    *("zero width joiner between Latin letters", "word joiner", "byte order mark", "soft hyphen"),
    *("tag", "variation selector", "Hangul filler", "Braille blank"),
}
"""Accepted in texts with several lines."""
VISIBLE = (
    "Ünïcode ça va",
    "日本語 の ゲーム",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
    "\u0915\u094d\u200d\u0937",  # Hindi, with a joiner
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
    "\u2764\ufe0f 1\ufe0f\u20e3",  # a heart and a key cap
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
    "עברית and English",
)

DEVICE = {"endpoint": "https://push.example.net/in", "keys": DEVICE_KEYS}
TextRequest = tuple[str, str, dict[str, Any], str]


def line_requests(game: Game) -> list[TextRequest]:
    """Return method, path, other members of the body, and a member with one line."""
    uris = {"redirect_uris": ["https://example.org/back"]}
    login = {"username": "alice", "password": PASSWORD}
    return [
        ("POST", "/api/v1/games/", {"ruleset": "toy", "seats": 2}, "title"),
        ("PATCH", f"/api/v1/games/{game.id}/", {}, "title"),
        ("POST", "/api/v1/me/tokens/", {}, "name"),
        ("POST", "/api/v1/auth/tokens/", login, "name"),
        ("POST", "/api/v1/me/applications/", uris, "name"),
        ("POST", "/api/v1/me/webhooks/", {"url": "https://example.org/in"}, "name"),
        ("POST", "/api/v1/me/push-subscriptions/", DEVICE, "name"),
    ]


def text_requests(game: Game) -> list[TextRequest]:
    return [
        ("POST", f"/api/v1/games/{game.id}/messages/", {"room": "players"}, "text"),
        ("PUT", f"/api/v1/games/{game.id}/notes/", {}, "text"),
        (
            "POST",
            "/api/v1/reports/",
            {"about": "user", "username": "bob", "category": "other"},
            "text",
        ),
    ]


def send(client: APIClient, request: TextRequest, text: str) -> Any:
    method, path, body, member = request
    return client.generic(method, path, orjson.dumps({**body, member: text}).decode(), JSON)


def errors_of(reply: Any) -> list[tuple[str, str]]:
    assert problem_code(reply, 422) == "invalid"
    return [(error["pointer"], error["code"]) for error in reply.json()["errors"]]


@pytest.mark.parametrize("name", UNSEEN)
def test_one_line_takes_nothing_unseen(
    name: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    client, game = client_of(alice), lobby(alice, seats=2, title="Mine")
    before = row_counts()
    for request in line_requests(game):
        reply = send(client, request, UNSEEN[name])
        assert errors_of(reply) == [(f"/{request[3]}", "invisible_characters")], request
    hook = client.post("/api/v1/me/webhooks/", {"url": "https://example.org/in"}).json()
    change: TextRequest = ("PATCH", f"/api/v1/me/webhooks/{hook['id']}/", {}, "name")
    assert errors_of(send(client, change, UNSEEN[name])) == [("/name", "invisible_characters")]
    client.delete(f"/api/v1/me/webhooks/{hook['id']}/")
    game.refresh_from_db()
    assert (game.title, row_counts()) == ("Mine", before)


def test_the_problem_names_the_character(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).post("/api/v1/me/tokens/", {"name": "pay\u202elap"})
    (error,) = reply.json()["errors"]
    assert error["detail"] == (
        "Character 4 is U+202E (right-to-left override), which is not accepted here."
    )


@pytest.mark.parametrize("name", UNSEEN)
def test_a_text_of_several_lines_takes_nothing_that_reorders_it(
    name: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    client, game, text = client_of(alice), start_game(alice, bob), UNSEEN[name]
    for request in text_requests(game):
        reply = send(client, request, text)
        if name in ALLOWED_IN_TEXTS:
            assert reply.status_code in (200, 201), reply.content
            assert reply.json()["text"] == text
        else:
            assert errors_of(reply) == [("/text", "invisible_characters")], request
    taken = name in ALLOWED_IN_TEXTS
    assert (Message.objects.count(), Note.objects.count()) == (taken, taken)


@pytest.mark.parametrize("text", VISIBLE)
def test_joiners_of_scripts_and_emoji_are_accepted(
    text: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    client, game = client_of(alice), lobby(alice, seats=2)
    for request in line_requests(game):
        reply = send(client, request, text)
        assert reply.status_code in (200, 201), reply.content
        assert reply.json()[request[3]] == text
    said = "One.\r\nTwo.\n\tThree. " + text
    for request in text_requests(start_game(alice, bob)):
        assert send(client, request, said).json()["text"] == said
