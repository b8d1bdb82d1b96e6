"""Malformed requests get a reply of the API, not an HTML page, whatever layer refuses them."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import ClientOf

pytestmark = pytest.mark.django_db

GAMES = "/api/v1/games/"
JSON = "application/json"
MISSING = "00000000-0000-4000-8000-000000000000"


def problem(reply: Any) -> tuple[int, str]:
    assert reply.headers["Content-Type"] == "application/problem+json", reply.content[:200]
    body = reply.json()
    assert body["status"] == reply.status_code
    assert body["request_id"] == reply.headers["X-Request-ID"]
    return reply.status_code, body["code"]


METHODS = {
    ("put", GAMES): (405, "method_not_allowed"),
    ("delete", GAMES): (405, "method_not_allowed"),
    ("trace", GAMES): (405, "method_not_allowed"),
    ("options", GAMES): (405, "method_not_allowed"),
    ("get", f"{GAMES}{MISSING}/join/"): (405, "method_not_allowed"),
    ("post", f"{GAMES}{MISSING}/join/"): (404, "game_not_found"),
    ("post", "/api/v1/rulesets/"): (405, "method_not_allowed"),
}


@pytest.mark.parametrize(("method", "path"), METHODS)
def test_methods(method: str, path: str, alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).generic(method.upper(), path)
    assert problem(reply) == METHODS[method, path]
    assert reply.status_code != 405 or reply.headers["Allow"]


@pytest.mark.parametrize("method", ["BREW", "PROPFIND", "get", "CONNECT"])
def test_unknown_methods(method: str, client: Client) -> None:
    assert problem(client.generic(method, GAMES))[0] in (401, 405)


PATHS = {
    "/api/v1/games": (404, "not_found"),
    "/api/v1/games//": (404, "not_found"),
    "/api//v1/games/": (404, "not_found"),
    "/api/v1/../games/": (404, "not_found"),
    "/api/v1/games/1/": (404, "not_found"),
    f"/api/v1/games/{MISSING}": (404, "not_found"),
    f"/api/v1/games/{MISSING}/": (404, "game_not_found"),
    f"/api/v1/games/{MISSING.replace('-', '')}/": (404, "not_found"),
    "/api/v1/users/%00/": (404, "user_not_found"),
    "/api/v1/users/%FF%FE/": (404, "user_not_found"),
    "/api/v1/users/%zz/": (404, "user_not_found"),
    "/api/v1/users/%ED%A0%80/": (404, "user_not_found"),
    "/api/v1/users/" + "a" * 5000 + "/": (404, "user_not_found"),
    "/api/v1/rulesets/%2e%2e/": (404, "not_found"),
    "/api/v1/rulesets/no-such-game/": (404, "ruleset_not_found"),
    "/api/v1/me/invitations/99999999999999999999/accept/": (405, "method_not_allowed"),
    "/api/v9/": (404, "not_found"),
    "/api/<script>": (404, "not_found"),
}


@pytest.mark.parametrize("path", PATHS)
def test_paths(path: str, alice: User, client_of: ClientOf) -> None:
    assert problem(client_of(alice).get(path)) == PATHS[path]


QUERIES = (
    "?limit=x",
    "?cursor=%00",
    "?cursor=%FF",
    "?search=%00",
    "?search=" + "a" * 5000,
    "?free_seats=99999999999999999999",
    "?status=%C3%28",
    "?created_by=%00",
    "?min_rating[]=1&%00=%00",
)


@pytest.mark.parametrize("path", [GAMES, "/api/v1/me/games/", "/api/v1/users/"])
@pytest.mark.parametrize("query", QUERIES)
def test_queries(path: str, query: str, alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).get(path + query)
    if reply.status_code != 200:
        assert problem(reply) == (422, "invalid")


def test_a_parameter_that_is_given_twice_is_refused(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    reply = client.get(f"{GAMES}?status=lobby&status=active")
    assert problem(reply) == (422, "invalid")
    (error,) = reply.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/status", "repeated")
    reply = client.get("/api/v1/me/authorizations/?cursor=first&cursor=")
    assert problem(reply) == (422, "invalid")


BODIES: dict[str, tuple[Any, str, tuple[int, str]]] = {
    "nothing": (b"", JSON, (422, "invalid")),
    "a list": (b"[]", JSON, (422, "invalid")),
    "a text": (b'"a"', JSON, (422, "invalid")),
    "null": (b"null", JSON, (422, "invalid")),
    "cut off": (b'{"ruleset": ', JSON, (400, "malformed_body")),
    "NaN": (b'{"seats": NaN}', JSON, (400, "malformed_body")),
    "not UTF-8": (b'{"ruleset": "\xff"}', JSON, (400, "malformed_body")),
    "UTF-16": ('{"seats": 2}'.encode("utf-16"), JSON, (400, "malformed_body")),
    "a byte order mark": (b'\xef\xbb\xbf{"seats": 2}', JSON, (400, "malformed_body")),
    "a NUL": (b'{"ruleset": "\\u0000", "seats": 2}', JSON, (422, "invalid")),
    "a huge number": (b'{"ruleset": "citadels", "seats": 1e400}', JSON, (400, "malformed_body")),
    "a long number": (
        b'{"ruleset": "citadels", "seats": 9999999999999999}',
        JSON,
        (422, "invalid"),
    ),
    "deep": (b'{"seats":' + b"[" * 500 + b"]" * 500 + b"}", JSON, (422, "invalid")),
    "a form": (b"a=b", "application/x-www-form-urlencoded", (415, "unsupported_media_type")),
    "a file": (b"--x--", "multipart/form-data; boundary=x", (415, "unsupported_media_type")),
    "a form without end": (b"--x", "multipart/form-data", (415, "unsupported_media_type")),
    "no type": (b"{}", "", (415, "unsupported_media_type")),
    "an odd type": (b"{}", "a/b/c;;=", (415, "unsupported_media_type")),
    "too large": (b" " * (1024 * 1024 + 1), JSON, (413, "body_too_large")),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name: str, alice: User, client_of: ClientOf) -> None:
    body, media_type, expected = BODIES[name]
    assert problem(client_of(alice).generic("POST", GAMES, body, media_type)) == expected


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip", "nonsense"])
@pytest.mark.parametrize(
    "body", [gzip.compress(b'{"seats": 2}'), b"\x1f\x8b"], ids=["whole", "cut"]
)
def test_packed_bodies(coding: str, body: Any, alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).generic("POST", GAMES, body, JSON, HTTP_CONTENT_ENCODING=coding)
    assert problem(reply) == (415, "unsupported_media_type")
    assert "Content-Encoding" in reply.json()["detail"]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("[" * 33 + "]" * 33, "too_deep"),
        ("[" + "0," * 10_000 + "0]", "too_many"),
        ("{" + ",".join(f'"{n}":0' for n in range(5_001)) + "}", "too_many"),
        ('"' + "a" * 65_537 + '"', "too_long"),
    ],
)
def test_bodies_of_no_honest_shape(value: str, code: str, alice: User, client_of: ClientOf) -> None:
    body = f'{{"ruleset": "citadels", "seats": 2, "options": {value}}}'
    reply = client_of(alice).generic("POST", GAMES, body, JSON)
    assert problem(reply) == (422, "invalid")
    (error,) = reply.json()["errors"]
    assert (error["pointer"], error["code"]) == ("", code)


HEADERS: dict[str, tuple[str, str, set[tuple[int, str]]]] = {
    "another media type": ("Accept", "text/html", {(406, "not_acceptable")}),
    "no media type": ("Accept", "a/b;;;q=x,,", {(406, "not_acceptable")}),
    "half a token": (
        "Authorization",
        "Bearer",
        {(401, "invalid_token"), (401, "not_authenticated")},
    ),
    "another scheme": ("Authorization", "Basic YTpi", {(401, "not_authenticated")}),
    "a token of two": ("Authorization", "Bearer a b", {(401, "invalid_token")}),
    "an odd token": ("Authorization", "Bearer \xe9\xff", {(401, "invalid_token")}),
    "a huge token": ("Authorization", "Bearer " + "a" * 50_000, {(401, "invalid_token")}),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers(name: str, client: Client) -> None:
    header, value, expected = HEADERS[name]
    path = "/api/v1/rulesets/" if header == "Accept" else GAMES
    assert problem(client.get(path, headers={header: value})) in expected


HARMLESS = {
    "If-None-Match": "W/" + '"a",' * 5000,
    "Accept-Language": "x" * 50_000,
    "Cookie": "a=b; " * 5000,
    "X-Forwarded-For": "1.2.3.4, " * 5000,
    "Range": "bytes=0-1",
    "Content-Length": "abc",
    "X-HTTP-Method-Override": "DELETE",
}


@pytest.mark.parametrize("header", HARMLESS)
def test_headers_that_do_no_harm(header: str, client: Client) -> None:
    reply = client.get("/api/v1/rulesets/", headers={header: HARMLESS[header]})
    assert reply.status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/rulesets/", "/api/v1/me/", "/api/v1/nothing/"])
def test_head_is_get_without_a_body(path: str, client: Client) -> None:
    get, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    for name in ("Content-Type", "ETag"):
        assert head.headers.get(name) == get.headers.get(name)
