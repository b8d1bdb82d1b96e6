"""Defaults and examples in the OpenAPI description are valid by its own schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]

from core.api.openapi_types import PREFIX
from games.play.api.openapi import BY_RULESET
from games.streams.api import MESSAGES
from notifications.kinds import KINDS
from tests.api.test_schema import schema

Value = tuple[str, dict[str, Any], Any]
"""Where a value is, its schema, and the value."""


FORMATS = FormatChecker()


@FORMATS.checks("date-time", raises=ValueError)
def is_instant(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


def valid(part: dict[str, Any], value: Any) -> bool:
    document = {"components": schema()["components"], **part}
    plain = json.loads(json.dumps(value, default=str))
    found: bool = Draft202012Validator(document, format_checker=FORMATS).is_valid(plain)
    return found


def values_in(node: Any, path: str) -> Iterator[Value]:
    """Yield all defaults and examples of a part of the description, with their schemas."""
    if isinstance(node, list):
        for index, one in enumerate(node):
            yield from values_in(one, f"{path}/{index}")
    elif isinstance(node, dict):
        part = node.get("schema", node)
        for key in ("default", "example"):
            if key in node and not isinstance(node[key], dict):
                yield f"{path}/{key}", part, node[key]
        if isinstance(node.get("examples"), dict):
            for name, example in node["examples"].items():
                yield f"{path}/examples/{name}", part, example["value"]
        for key, one in node.items():
            if key not in ("example", "examples"):
                yield from values_in(one, f"{path}/{key}")


def values() -> list[Value]:
    return list(values_in(schema(), ""))


def test_defaults_and_examples_are_valid() -> None:
    found = values()
    assert len(found) > 150
    assert [path for path, part, value in found if not valid(part, value)] == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ({"type": "string", "enum": ["a"]}, ""),
        ({"type": "string", "format": "email"}, ""),
        ({"type": "string", "pattern": "^[a-z]{2}$"}, ""),
        ({"$ref": f"{PREFIX}UserSummary"}, {"id": "1"}),
    ],
)
def test_values_that_are_not_valid_are_found(part: dict[str, Any], value: Any) -> None:
    assert not valid(part, value)


def test_all_references_lead_somewhere() -> None:
    components = schema()["components"]
    for path, one in references(schema(), ""):
        _, section, name = one.rsplit("/", 2)
        assert one.startswith("#/components/"), path
        assert name in components[section], f"{path}: {one}"


def references(node: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, list):
        for index, one in enumerate(node):
            yield from references(one, f"{path}/{index}")
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str) and "examples" not in path:
            yield path, node["$ref"]
        for slug, one in node.get(BY_RULESET, {}).items():
            yield f"{path}/{BY_RULESET}/{slug}", one
        for key, one in node.items():
            yield from references(one, f"{path}/{key}")


def test_webhooks_are_described_by_kind() -> None:
    webhooks = schema()["webhooks"]
    assert webhooks.keys() == {kind.name for kind in KINDS.values() if kind.webhook}
    for name, path in webhooks.items():
        body = path["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        described = schema()["components"]["schemas"][body.removeprefix(PREFIX)]
        assert described["properties"]["type"]["const"] == name
        data = body.removesuffix("Webhook").removeprefix(PREFIX) + "Data"
        assert described["properties"]["data"] == {"$ref": PREFIX + data}


def test_streams_name_the_schemas_of_their_messages() -> None:
    for path in ("/api/v1/me/stream/", "/api/v1/games/{game_id}/stream/"):
        content = schema()["paths"][path]["get"]["responses"]["200"]["content"]
        kinds = content["text/event-stream"][MESSAGES]
        assert kinds.keys() == {"snapshot", "event", "changed", "problem"}


def test_the_description_says_where_it_is_served_and_explained() -> None:
    document = schema()
    assert [one["url"] for one in document["servers"]] == ["/"]
    assert document["externalDocs"]["url"] == "/docs/"
    assert document["info"]["license"]["identifier"] == "MIT"
    operations = [one for path in document["paths"].values() for one in path.values()]
    assert all("security" in one for one in operations)
    used = {tag for one in operations for tag in one["tags"]} | {"webhooks"}
    assert {tag["name"] for tag in document["tags"] if tag["description"]} == used
