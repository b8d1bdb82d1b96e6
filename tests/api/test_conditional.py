"""Conditional requests: every GET has an ETag, and 304 while nothing has changed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletions import deletion_request
from accounts.services.exports import export_request, exports_make
from games.summaries.links import picture_token
from moderation.services.reports.making import report_make
from tests.api.test_schema import schema
from tests.compatibility import parameters_of
from tests.conftest import ClientOf
from tests.games.analysis.finished import store_analysis
from tests.games.puzzles.samples import store_puzzle
from tests.toy_games import counted, lobby, play_out, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

ELSEWHERE = {"game_stream", "me_stream"}
"""Operations that redirect to the stream server."""
QUERIES = {
    "puzzle_next": "?ruleset=citadels",
    "user_ratings": "?ruleset=toy",
    "user_rating_curve": "?ruleset=toy",
    "user_statistics": "?ruleset=toy",
}
WITH_A_DRAFT = {"ruleset_explorer"}
"""Operations for which the toy has nothing."""
BEFORE_THE_END = {"game_chances"}
MOVING = {"me_vacation", "game_picture_link"}
"""Operations whose reply changes every second."""


def readable() -> dict[str, str]:
    """Return the paths that support GET, by operation."""
    return {
        methods["get"]["operationId"]: path
        for path, methods in schema()["paths"].items()
        if "get" in methods
    }


@pytest.fixture
def world(alice: User, bob: User, client_of: ClientOf) -> dict[str, Any]:
    """Return a client of Alice, and values for the parameters of paths. She may see all of it."""
    over = counted(play_out(start_game(alice, bob), alice, bob))
    store_analysis(over, alice)
    store_analysis(over, alice, decision=1)
    client = client_of(alice)
    hook = client.post("/api/v1/me/webhooks/", {"url": "https://hooks.example.org/"}).json()
    report = report_make(by=alice, category="abuse", username="bob")
    export_request(user=alice)
    exports_make()
    deletion_request(user=alice)
    names = {
        "report_id": report.id,
        "game_id": over.id,
        "webhook_id": hook["id"],
        "username": "bob",
        "opponent": "alice",
        "move": 1,
        "puzzle_id": store_puzzle().id,
        "signature": picture_token(over.id)[0],
        "key": "0123456789",
    }
    return {"client": client, "running": start_game(alice, bob).id, **names}


OTHER_CACHING = (
    *("avatar", "shared_picture_svg", "shared_picture_png"),
    *("game_picture_link", "me_calendar"),
)
"""Pictures that shared caches may keep, since the right to see them is in the address; and two
addresses, which no cache may keep."""


def test_every_read_has_an_etag(world: dict[str, Any]) -> None:
    client: APIClient = world["client"]
    bare = []
    for name, path in readable().items():
        if name in ELSEWHERE:
            continue
        slug = "citadels" if name in WITH_A_DRAFT else "toy"
        game = world["running" if name in BEFORE_THE_END else "game_id"]
        url = path.format(**world | {"slug": slug, "game_id": game}) + QUERIES.get(name, "")
        first = client.get(url)
        assert first.status_code == 200, (name, first.content)
        etag = first.headers.get("ETag", "")
        again = client.get(url, headers={"If-None-Match": etag})
        same = (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
        if not (etag.startswith('W/"') and same) and name not in MOVING:
            bare.append(name)
        if name not in OTHER_CACHING:
            assert "no-cache" in first.headers["Cache-Control"], name
            assert "Authorization" in first.headers["Vary"], name
        assert again.headers["RateLimit"], name
    assert bare == []


def test_the_schema_declares_conditional_requests() -> None:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            if method != "get" or "200" not in operation["responses"]:
                continue
            assert "304" in operation["responses"], path
            names = [one["name"] for one in parameters_of(schema(), operation)]
            assert names.count("If-None-Match") == 1, path


def test_another_user_has_another_version(
    world: dict[str, Any], bob: User, client_of: ClientOf
) -> None:
    etag = world["client"].get("/api/v1/me/").headers["ETag"]
    assert client_of(bob).get("/api/v1/me/", headers={"If-None-Match": etag}).status_code == 200


def test_a_change_is_seen(world: dict[str, Any]) -> None:
    client: APIClient = world["client"]
    url = "/api/v1/me/preferences/"
    etag = client.get(url).headers["ETag"]
    client.patch(url, {"language": "fr"})
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 200


def test_a_profile_changes_with_its_newest_game(world: dict[str, Any], bob: User) -> None:
    client: APIClient = world["client"]
    for url in ("/api/v1/users/bob/", "/api/v1/users/bob/games/"):
        etag = client.get(url).headers["ETag"]
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
        lobby(bob, seats=2)
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_only_reads_are_conditional(method: str, world: dict[str, Any]) -> None:
    reply = getattr(world["client"], method)("/api/v1/me/", headers={"If-None-Match": "*"})
    assert reply.status_code == 405
    assert "ETag" not in reply.headers


def test_a_refusal_has_no_etag(world: dict[str, Any]) -> None:
    reply = world["client"].get(f"/api/v1/games/{uuid4()}/")
    assert (reply.status_code, "ETag" in reply.headers) == (404, False)
