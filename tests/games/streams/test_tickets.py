"""Addresses of streams, and tickets."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Visibility
from games.streams.requests import has_ticket
from games.streams.tickets import ticket_read
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
ME = "/api/v1/me/stream/"
OPEN = "/api/v1/streams/"


@pytest.fixture(autouse=True)
def elsewhere(settings: Settings) -> None:
    settings.STREAM_URL = "https://streams.example.org/"


def leads_to(url: str, path: str, user: User, game_id: UUID | None) -> dict[str, list[str]]:
    """Return the query of a URL that opens this stream for ``user``, without the ticket."""
    parts = urlsplit(url)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"https://streams.example.org{path}"
    query = parse_qs(parts.query)
    (ticket,) = query.pop("ticket")
    assert ticket_read(text=ticket, game_id=game_id).caller.user_id == user.id
    return query


def test_the_stream_of_a_game_is_elsewhere(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    path = f"/api/v1/games/{game.id}/stream/"
    reply = client_of(alice).get(f"{path}?last_event_id=7&language=fr", follow=False)
    assert (reply.status_code, reply.content) == (307, b"")
    assert reply.headers["Cache-Control"] == "no-store"
    query = leads_to(reply.headers["Location"], path, alice, game.id)
    assert query == {"last_event_id": ["7"], "language": ["fr"]}


def test_so_is_that_of_all_games(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).get(ME)
    assert reply.status_code == 307
    assert leads_to(reply.headers["Location"], ME, alice, None) == {}


def test_an_event_source_may_ask(alice: User, client_of: ClientOf) -> None:
    accept = {"Accept": "text/event-stream"}
    assert client_of(alice).get(ME, headers=accept).status_code == 307


def test_who_may_not_see_the_game_gets_no_address(
    alice: User, bob: User, charlie: User, client_of: ClientOf, anyone: APIClient
) -> None:
    game = start_game(alice, bob, visibility=Visibility.PRIVATE)
    for asked in (game.id, NOWHERE):
        client = client_of(charlie)
        for reply in (
            client.get(f"/api/v1/games/{asked}/stream/"),
            client.post(OPEN, {"game": str(asked)}),
        ):
            assert (reply.status_code, reply.json()["code"]) == (404, "game_not_found")
    accept = {"Accept": "text/event-stream"}
    for reply in (anyone.get(ME, headers=accept), anyone.post(OPEN, {})):
        assert (reply.status_code, reply.json()["code"]) == (401, "not_authenticated")


@pytest.mark.parametrize("query", ["?language=english", f"?last_event_id={'x' * 20_000}"])
def test_it_points_at_what_is_wrong(query: str, alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).get(ME + query)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")


def test_an_address_for_those_who_cannot_send_a_token(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    client = client_of(alice)
    cases: list[tuple[dict[str, Any], str, UUID | None]] = [
        ({"game": str(game.id)}, f"/api/v1/games/{game.id}/stream/", game.id),
        ({"game": None}, ME, None),
        ({}, ME, None),
    ]
    for body, path, game_id in cases:
        reply = client.post(OPEN, body, headers={"Accept-Language": "fr"})
        assert reply.status_code == 201
        assert leads_to(reply.json()["url"], path, alice, game_id) == {"language": ["fr"]}
        assert reply.json()["expires_at"]
    assert client.post(OPEN, {"game": "x"}).status_code == 422


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_without_a_setting_it_is_the_origin_that_was_called(
    host: str, alice: User, client_of: ClientOf, settings: Settings
) -> None:
    settings.STREAM_URL, settings.ALLOWED_HOSTS = "", ["127.0.0.1", "localhost", "[::1]"]
    client = client_of(alice)
    for secure, scheme in ((False, "http"), (True, "https")):
        reply = client.get(ME, headers={"Host": host}, secure=secure)
        assert reply.headers["Location"].startswith(f"{scheme}://{host}{ME}?ticket=")
        address = client.post(OPEN, {}, headers={"Host": host}, secure=secure).json()["url"]
        assert address.startswith(f"{scheme}://{host}{ME}?ticket=")


# --- which requests the stream server gets -------------------------------------------------------

GAME = "/api/v1/games/1c0ffee0-0000-4000-8000-000000000000/stream/"


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        (ME, b"ticket=a", True),
        (GAME, b"last_event_id=7&ticket=a", True),
        (ME, b"tic%6bet=a", True),
        (ME, b"", False),
        (ME, b"ticket=", False),
        (ME, b"last_event_id=ticket%3Da", False),
        ("/api/v1/me/stream", b"ticket=a", False),
        ("/api/v1/games/x/stream/", b"ticket=a", False),
        ("/api/v1/me/", b"ticket=a", False),
    ],
)
def test_a_request_with_a_ticket_is_for_the_stream_server(
    path: str, query: bytes, expected: bool
) -> None:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
    assert has_ticket(scope) is expected


def test_other_kinds_of_connections_are_not() -> None:
    scope = {"type": "websocket", "path": ME, "query_string": b"ticket=a"}
    assert has_ticket(scope) is False
    assert has_ticket({"type": "lifespan"}) is False


def test_a_query_that_is_too_long_is_not_parsed() -> None:
    scope = {"type": "http", "path": ME, "query_string": b"ticket=a&" + b"b=c&" * 5000}
    assert has_ticket(scope) is False


def test_without_a_stream_server_clients_are_told_to_poll(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).get(f"{ME}?ticket=a")
    assert (reply.status_code, reply.json()["code"]) == (503, "streams_full")
