"""Requests are strict: unknown members and parameters are refused, with the nearest valid name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from core.api.views import rendered_schema
from core.names import MAX_ERRORS, NAME_SHOWN
from games.models import Game
from tests.compatibility import parameters_of
from tests.conftest import ClientOf

UNKNOWN = "unknown_name"
ID = "00000000-0000-0000-0000-000000000000"
VALUES = {"username": "alice", "slug": "toy", "key": "0123456789"}
METHODS = ("get", "post", "put", "patch", "delete")


def schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(rendered_schema("json").body)
    return document


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the method, the path and the description of each operation of the API."""
    return [
        (method, path, operation)
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def address_of(path: str, operation: dict[str, Any]) -> str:
    """Return a path with a value of the right type for each parameter."""
    for parameter in parameters_of(schema(), operation):
        if parameter["in"] == "path":
            number = parameter["schema"]["type"] == "integer"
            value = "1" if number else VALUES.get(parameter["name"], ID)
            path = path.replace(f"{{{parameter['name']}}}", value)
    return path


def unknown_pointers(response: Any) -> list[str]:
    """Return the pointers of a refusal for unknown names."""
    assert response.status_code == 422, (response.status_code, response.content)
    return [one["pointer"] for one in response.json()["errors"] if one["code"] == "unknown"]


def test_every_operation_refuses_an_unknown_parameter(alice: User, client_of: ClientOf) -> None:
    client, found = client_of(alice), operations()
    assert len(found) > 100
    for method, path, operation in found:
        address = address_of(path, operation)
        response = client.generic(method.upper(), f"{address}?{UNKNOWN}=1")
        assert unknown_pointers(response) == [f"/{UNKNOWN}"], (method, address)


def test_every_operation_refuses_an_unknown_member(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    changes = [one for one in operations() if one[0] != "get"]
    assert len(changes) > 50
    for method, path, operation in changes:
        address = address_of(path, operation)
        response = getattr(client, method)(address, {UNKNOWN: 1}, format="json")
        assert f"/{UNKNOWN}" in unknown_pointers(response), (method, address)


MORE = {UNKNOWN: 1}
PACE = {"kind": "per_decision", "allowance": 86400}
WINDOW = {"from": "10:00", "to": "20:00"}
GAME = {"ruleset": "castle", "seats": 2}
NESTED: list[tuple[str, str, dict[str, Any], str]] = [
    ("patch", "me/notification-preferences/", {"kinds": {"your_turn": MORE}}, "/kinds/your_turn"),
    ("post", "me/push-subscriptions/", {"endpoint": "https://x.org", "keys": MORE}, "/keys"),
    ("post", f"games/{ID}/history/1/try/", {"bot": {"level": "easy", **MORE}}, "/bot"),
    ("post", "games/", {**GAME, "bots": [{"level": "easy", **MORE}]}, "/bots/0"),
    ("post", "games/", {**GAME, "timeouts": MORE}, "/timeouts"),
    ("post", "games/", {**GAME, "pace": PACE | MORE}, "/pace"),
    ("post", "games/", {**GAME, "pace": PACE | {"window": WINDOW | MORE}}, "/pace/window"),
]
"""Bodies with an unknown member in an object inside them, and where that object is."""


@pytest.mark.parametrize(("method", "path", "body", "place"), NESTED)
def test_what_the_description_closes_is_refused(
    method: str, path: str, body: dict[str, Any], place: str, alice: User, client_of: ClientOf
) -> None:
    response = getattr(client_of(alice), method)(f"/api/v1/{path}", body, format="json")
    assert unknown_pointers(response) == [f"{place}/{UNKNOWN}"]


@pytest.mark.usefixtures("toy")
def test_a_misspelt_visibility_creates_no_public_game(alice: User, client_of: ClientOf) -> None:
    body = {"ruleset": "toy", "visibilty": "private"}
    response = client_of(alice).post("/api/v1/games/", body)
    assert response.status_code == 422
    codes = {error["pointer"]: error["code"] for error in response.json()["errors"]}
    assert codes == {"/visibilty": "unknown", "/seats": "required"}
    first = "/visibilty: There is no `visibilty` here. Did you mean `visibility`?"
    assert response.json()["detail"] == f"{first} And 1 more: see `errors`."
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"bots": [{"level": "novice", "profil": "x"}]}, "/bots/0/profil"),
        ({"timeouts": {"polcy": "bot"}}, "/timeouts/polcy"),
        ({"a/b~c": 1}, "/a~1b~0c"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_members_are_checked_at_any_depth(
    wrong: dict[str, Any], pointer: str, alice: User, client_of: ClientOf
) -> None:
    body = {"ruleset": "toy", "seats": 3, **wrong}
    response = client_of(alice).post("/api/v1/games/", body)
    assert unknown_pointers(response) == [pointer]


def test_an_error_is_short_whatever_the_names(alice: User, client_of: ClientOf) -> None:
    body = {f"{number}{'x' * 5000}": 1 for number in range(100)}
    response = client_of(alice).post("/api/v1/me/blocks/", body)
    pointers = unknown_pointers(response)
    assert len(pointers) == MAX_ERRORS
    assert all(len(pointer) <= NAME_SHOWN + 2 for pointer in pointers)


def test_a_misspelt_parameter_is_refused_with_the_nearest_one(
    alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get("/api/v1/games/?freeSeats=1")
    [error] = response.json()["errors"]
    assert error["detail"] == "There is no `freeSeats` here. Did you mean `free_seats`?"


@pytest.mark.parametrize(("wrong", "instead"), [("page", "`next`"), ("per_page", "`limit`")])
def test_lists_say_what_to_use_instead_of_numbers_of_pages(
    wrong: str, instead: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/games/?{wrong}=2")
    [error] = response.json()["errors"]
    assert (error["pointer"], instead in error["detail"]) == (f"/{wrong}", True)


def test_pages_take_their_limit_and_their_cursor(alice: User, client_of: ClientOf) -> None:
    assert client_of(alice).get("/api/v1/auth/tokens/?limit=5&cursor=").status_code == 200


def test_the_schema_has_a_format(anyone: APIClient) -> None:
    assert anyone.get("/api/schema/?format=json").status_code == 200
    assert anyone.get("/api/schema/?fromat=json").status_code == 422


@pytest.mark.parametrize(
    ("wrong", "pointer", "nearest"),
    [
        ({"options": {"round": 2}}, "/options/round", "rounds"),
        ({"pace": {"kind": "per_decision", "alowance": 86400}}, "/pace/alowance", "allowance"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_options_and_paces_name_the_nearest_member(
    wrong: dict[str, Any], pointer: str, nearest: str, alice: User, client_of: ClientOf
) -> None:
    body = {"ruleset": "toy", "seats": 3, **wrong}
    [error] = client_of(alice).post("/api/v1/games/", body).json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "unknown")
    assert f"Did you mean `{nearest}`?" in error["detail"]
