"""The API changes only in ways that docs/versions.md allows."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.compatibility import breaking_changes

ROOT = Path(__file__).parents[2]
RELEASES = sorted((ROOT / "docs" / "releases").glob("openapi-*.yaml"))


def load(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(path.read_text(), yaml.CSafeLoader)
    return document


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return load(ROOT / "openapi.yaml")


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_clients_of_a_release_still_work(release: Path, now: dict[str, Any]) -> None:
    assert breaking_changes(load(release), now) == []


def test_a_description_does_not_break_itself(now: dict[str, Any]) -> None:
    assert breaking_changes(now, now) == []


Change = Callable[[dict[str, Any]], object]
SMALL: dict[str, Any] = {
    "paths": {
        "/games/": {
            "post": {
                "operationId": "game_create",
                "parameters": [
                    {"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 50}}
                ],
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/In"}}}
                },
                "responses": {
                    "201": {"$ref": "#/components/responses/Created"},
                    "422": {"description": "No."},
                },
            }
        }
    },
    "components": {
        "responses": {
            "Created": {
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Out"}}}
            }
        },
        "schemas": {
            "In": {
                "type": "object",
                "properties": {
                    "seats": {"type": "integer", "minimum": 2},
                    "side": {"enum": ["black", "white"], "type": "string"},
                },
                "required": ["seats"],
            },
            "Out": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "winner": {"type": ["integer", "null"]},
                    "color": {"enum": ["black", "white"], "type": "string"},
                    "seats": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["id"],
            },
        },
    },
}
"""A description with one operation."""


def operation(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"]["/games/"]["post"]
    return found


def sent(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]["In"]
    return found


def received(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]["Out"]
    return found


BREAKING: dict[str, Change] = {
    "POST /games/: removed": lambda new: new["paths"].clear(),
    "POST /games/: operationId changed": lambda new: operation(new).update(operationId="create"),
    "POST /games/: the body became required": lambda new: operation(new)["requestBody"].update(
        required=True
    ),
    "POST /games/: the body is gone": lambda new: operation(new).pop("requestBody"),
    "POST /games/: status 201 is gone": lambda new: operation(new)["responses"].pop("201"),
    "POST /games/: parameter page is new and required": lambda new: operation(new)[
        "parameters"
    ].append({"in": "query", "name": "page", "required": True, "schema": {}}),
    "POST /games/ parameter limit: removed": lambda new: operation(new)["parameters"].clear(),
    "POST /games/ parameter limit: became required": lambda new: operation(new)["parameters"][
        0
    ].update(required=True),
    "POST /games/ parameter limit: maximum changed": lambda new: operation(new)["parameters"][0][
        "schema"
    ].update(maximum=40),
    "POST /games/ 201: application/json is gone": lambda new: new["components"]["responses"][
        "Created"
    ]["content"].clear(),
    "POST /games/ body In.seats: minimum changed": lambda new: sent(new)["properties"][
        "seats"
    ].update(minimum=3),
    "POST /games/ body In.seats: removed": lambda new: sent(new)["properties"].pop("seats"),
    "POST /games/ body In.side: became required": lambda new: sent(new)["required"].append("side"),
    "POST /games/ body In.side: the values changed": lambda new: sent(new)["properties"][
        "side"
    ].update(enum=["black"]),
    "POST /games/ 201 Out.id: became optional": lambda new: received(new)["required"].clear(),
    "POST /games/ 201 Out.id: format changed": lambda new: received(new)["properties"]["id"].pop(
        "format"
    ),
    "POST /games/ 201 Out.color: removed": lambda new: received(new)["properties"].pop("color"),
    "POST /games/ 201 Out.color: the values changed": lambda new: received(new)["properties"][
        "color"
    ]["enum"].append("red"),
    "POST /games/ 201 Out.color: the type changed": lambda new: received(new)["properties"][
        "color"
    ].update(type=["string", "null"]),
    "POST /games/ 201 Out.seats[]: the type changed": lambda new: received(new)["properties"][
        "seats"
    ]["items"].update(type="string"),
}


@pytest.mark.parametrize("line", BREAKING)
def test_a_breaking_change_is_found(line: str) -> None:
    new = deepcopy(SMALL)
    BREAKING[line](new)
    assert line in breaking_changes(SMALL, new)


ALLOWED: dict[str, Change] = {
    "a new operation": lambda new: new["paths"].update({"/users/": {"get": {"responses": {}}}}),
    "a new optional parameter": lambda new: operation(new)["parameters"].append(
        {"in": "query", "name": "page", "schema": {"type": "string"}}
    ),
    "a new optional member of a body": lambda new: sent(new)["properties"].update(title={}),
    "a wider member of a body": lambda new: sent(new)["properties"]["seats"].update(minimum=1),
    "a new value in a body": lambda new: sent(new)["properties"]["side"]["enum"].append("any"),
    "a new member of a reply": lambda new: received(new)["properties"].update(title={}),
    "a member of a reply that is always there": lambda new: received(new)["required"].append(
        "winner"
    ),
    "a member of a reply that is never null": lambda new: received(new)["properties"][
        "winner"
    ].update(type="integer"),
    "a new problem": lambda new: operation(new)["responses"].update({"409": {}}),
}


@pytest.mark.parametrize("change", ALLOWED)
def test_an_allowed_change_is_not_reported(change: str) -> None:
    new = deepcopy(SMALL)
    ALLOWED[change](new)
    assert breaking_changes(SMALL, new) == []
