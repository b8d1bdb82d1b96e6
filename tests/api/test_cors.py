"""CORS: pages of other sites may call the API, unless the operator names a few."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.test import Client, override_settings

from accounts.models import User
from games.streams.connections import Receive, Send
from games.streams.server import StreamServer

SITE = "https://play.example.org"
OTHER = "https://evil.example.org"
ORIGIN = "Access-Control-Allow-Origin"
ours = override_settings(CORS_ALLOW_ALL_ORIGINS=False, CORS_ALLOWED_ORIGINS=[SITE])
PATHS = ("/api/v1/me/turns/", "/oauth/token/", "/oauth/revoke/", "/oauth/device/", "/api/v1/games/")


def preflight(client: Client, path: str, origin: str = SITE) -> Any:
    stream_headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
    }
    return client.options(path, headers=stream_headers)


@ours
@pytest.mark.parametrize("path", PATHS)
def test_a_page_may_ask_before_it_sends(client: Client, path: str) -> None:
    reply = preflight(client, path)
    assert (reply.status_code, reply.content) == (200, b"")
    assert "Content-Type" not in reply.headers
    assert reply.headers[ORIGIN] == SITE
    assert "POST" in reply.headers["Access-Control-Allow-Methods"]
    allowed = reply.headers["Access-Control-Allow-Headers"]
    for name in ("authorization", "content-type", "idempotency-key", "if-none-match"):
        assert name in allowed
    assert "Access-Control-Allow-Credentials" not in reply.headers


@ours
def test_refusals_can_be_read_too(client: Client) -> None:
    reply = client.get("/api/v1/me/", headers={"origin": SITE})
    assert (reply.status_code, reply.headers[ORIGIN]) == (401, SITE)
    exposed = reply.headers["Access-Control-Expose-Headers"]
    for name in ("ETag", "RateLimit", "Retry-After", "X-Request-ID", "Location"):
        assert name in exposed
    assert "origin" in reply.headers["Vary"].lower()


@ours
@pytest.mark.parametrize("origin", [OTHER, "null", SITE + ".evil.org", "http://play.example.org"])
def test_other_origins_get_no_headers(client: Client, origin: str) -> None:
    assert ORIGIN not in client.get("/api/v1/", headers={"origin": origin}).headers
    assert ORIGIN not in preflight(client, "/api/v1/games/", origin).headers


@override_settings(CORS_ALLOW_ALL_ORIGINS=False)
def test_an_operator_can_allow_nobody(client: Client) -> None:
    assert ORIGIN not in client.get("/api/v1/", headers={"origin": SITE}).headers


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*PATHS, "/llms.txt", "/openapi.yaml", "/developers/nothing.whl"])
def test_by_default_it_is_anybody_but_without_cookies(client: Client, path: str) -> None:
    for reply in (client.get(path, headers={"origin": OTHER}), preflight(client, path, OTHER)):
        assert reply.headers[ORIGIN] == "*"
        assert "Access-Control-Allow-Credentials" not in reply.headers


@pytest.mark.django_db
def test_a_session_is_nobody_for_the_api(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/api/v1/me/", headers={"origin": OTHER}).status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/admin/login/", "/login/", "/account/", "/oauth/authorize/", "/developers/"]
)
def test_pages_with_a_session_are_never_open(client: Client, path: str) -> None:
    assert ORIGIN not in client.get(path, headers={"origin": SITE}).headers


def test_where_tokens_are_to_be_had_is_for_all(client: Client) -> None:
    reply = client.get("/.well-known/oauth-authorization-server", headers={"origin": SITE})
    assert (reply.status_code, reply.headers[ORIGIN]) == (200, "*")


# --- streams


class AnsweringServer(StreamServer):
    """A stream server that answers every request alike."""

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})


def stream_headers(method: str = "GET", **headers: str) -> dict[bytes, bytes]:
    """Return the headers of a reply of the stream server."""
    events: list[dict[str, Any]] = []

    async def send(event: dict[str, Any]) -> None:
        events.append(event)

    async def receive() -> dict[str, Any]:
        return {}

    names = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": method, "path": "/api/v1/me/stream/", "headers": names}
    asyncio.run(AnsweringServer()(scope, receive, send))
    assert events[0]["status"] == 200
    return dict(events[0]["headers"])


@ours
def test_streams_allow_the_same_origins() -> None:
    headers = stream_headers(origin=SITE)
    assert headers[b"access-control-allow-origin"] == SITE.encode()
    assert (headers[b"a"], headers[b"vary"]) == (b"b", b"origin")
    assert b"access-control-allow-origin" not in stream_headers(origin=OTHER)
    assert b"access-control-allow-origin" not in stream_headers()


@ours
def test_a_page_may_ask_before_it_listens() -> None:
    headers = stream_headers("OPTIONS", origin=SITE, access_control_request_method="GET")
    assert headers[b"access-control-allow-origin"] == SITE.encode()
    assert b"last-event-id" in headers[b"access-control-allow-headers"]
    assert b"a" not in headers
    assert headers[b"access-control-allow-methods"] == b"GET"


def test_streams_have_request_ids() -> None:
    assert stream_headers(x_request_id="abc")[b"x-request-id"] == b"abc"
    assert len(stream_headers()[b"x-request-id"]) == 32
