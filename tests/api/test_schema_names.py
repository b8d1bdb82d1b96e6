"""Names in the OpenAPI description are consistent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from citadels.settings.parts.rest import SPECTACULAR_SETTINGS
from core.api.openapi_types import objects_in, reachable
from games.play.api.openapi import camel
from games.rules.rulesets import schema_documents
from tests.api.test_schema import operations, schema

SNAKE = re.compile(r"[a-z][a-z0-9_]*")
NUMBERED = {
    "SanctionView",
    *("DecisionView", "PastDecision", "TurnDecision", "InvitationView", "MyInvitationView"),
    *("SeatOfferView", "VoteView", "PuzzleView", "DailyPuzzle"),
}
"""Their ids count within a game, or are short because people read them."""
FOREIGN = {"client_id", "last_event_id", "message_id", "request_id"}
"""Texts that others may have chosen, or whose format a standard defines."""
PAGED_BY_NUMBER = {"game_events", "game_recap", "game_messages"}
PLACES = {"reveals_at"}
"""Indexes, not instants."""
DERIVED = ("request", "async", "raw", "with_http_info", "sync")
"""What generators append to an operation id for further functions: two functions of one name do not
load.
"""


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the schemas of the platform. Games choose their own names."""
    games = tuple(camel(slug) for slug in schema_documents())
    for name, one in schema()["components"]["schemas"].items():
        if not name.startswith(games):
            yield name, one


def members() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield object name, member name and schema of all members."""
    for name, one in schemas():
        for member, what in one.get("properties", {}).items():
            yield name, member, what


def queries(operation: dict[str, Any]) -> set[str]:
    parameters = operation.get("parameters", [])
    return {one["name"] for one in parameters if one["in"] == "query"}


def wrong(names: Iterator[str]) -> list[str]:
    return sorted(set(names))


def test_names_are_snake_case() -> None:
    assert list(members())
    assert wrong(f"{o}.{m}" for o, m, _ in members() if not SNAKE.fullmatch(m)) == []
    assert wrong(q for _, o in operations() for q in queries(o) if not SNAKE.fullmatch(q)) == []
    ids = [operation["operationId"] for _, operation in operations()]
    assert wrong(name for name in ids if not SNAKE.fullmatch(name)) == []
    assert len(ids) == len(set(ids))
    assert {f"{name}_{ending}" for name in ids for ending in DERIVED} & set(ids) == set()


def test_instants_are_instants() -> None:
    names = {name for _, name, _ in members() if name.endswith("_at")} - PLACES
    named = (one for one in members() if one[1] in names | {"at", "deadline"})
    assert wrong(f"{o}.{m}" for o, m, what in named if "date-time" not in str(what)) == []


def test_lengths_of_time_are_whole_seconds() -> None:
    lengths = ("allowance", "reserve", "increment", "bank", "cap", "left", "median_response")
    names = [(o, m, what) for o, m, what in members() if m in lengths]
    assert names
    assert wrong(f"{o}.{m}" for o, m, what in names if "integer" not in str(what)) == []


def test_ids_are_uuids() -> None:
    ids = (one for one in members() if one[1] == "id" or one[1].endswith("_id"))
    assert (
        wrong(
            f"{o}.{m}"
            for o, m, what in ids
            if what.get("format") != "uuid" and o not in NUMBERED and m not in FOREIGN
        )
        == []
    )


def test_lists_of_words_are_open_in_replies() -> None:
    everything = schema()["components"]["schemas"]
    replies = [operation["responses"] for _, operation in operations()]
    received = reachable(replies, everything)
    parts = [(name, part) for name in received for part in objects_in(everything[name])]
    assert [name for name, part in parts if "enum" in part] == []
    words = [part for _, part in parts if "x-extensible-enum" in part]
    assert len(words) > 10
    for one in words:
        assert "string" in one["type"]
        assert all(f"`{word}`" in one["description"] for word in one["x-extensible-enum"])


def test_objects_are_open_in_replies() -> None:
    everything = schema()["components"]["schemas"]
    for name in reachable([operation["responses"] for _, operation in operations()], everything):
        for part in objects_in(everything[name]):
            if part.get("type") == "object" and "properties" in part:
                assert part["additionalProperties"] is True, name


def test_objects_are_closed_in_bodies() -> None:
    everything = schema()["components"]["schemas"]
    bodies = [operation.get("requestBody") for _, operation in operations()]
    parts = [
        part for name in reachable(bodies, everything) for part in objects_in(everything[name])
    ]
    closed = [part for part in parts if "properties" in part]
    assert len(closed) > 40
    assert all(part["additionalProperties"] is False for part in closed)


def test_no_enum_has_null_among_its_values() -> None:
    parts = list(objects_in(schema()))
    assert [one for one in parts if None in (one.get("enum") or ())] == []
    assert {"anyOf": [{"type": "integer", "enum": [7, 8]}, {"type": "null"}]}.items() <= (
        schema()["components"]["schemas"]["CitadelsOptions"]["properties"]["goal"].items()
    )


def test_enums_have_names_that_say_what_they_are() -> None:
    enums = [name for name, one in schemas() if "enum" in one]
    assert sorted(enums) == sorted(SPECTACULAR_SETTINGS["ENUM_NAME_OVERRIDES"])


def test_lists_have_the_same_parameters() -> None:
    for name, operation in operations():
        if operation["operationId"] not in PAGED_BY_NUMBER:
            parameters = queries(operation) & {"cursor", "limit", "page", "offset", "page_size"}
            assert parameters in (set(), {"cursor", "limit"}), name


def test_every_operation_has_its_place() -> None:
    for name, operation in operations():
        assert len(operation["tags"]) == 1, name
        assert operation["summary"][0].isupper(), name
        assert not operation["summary"].endswith("."), name


@pytest.mark.parametrize(
    ("status", "needed"),
    [
        ("401", lambda path, operation: operation["security"] and {} not in operation["security"]),
        ("404", lambda path, operation: "{" in path),
        ("422", lambda path, operation: "requestBody" in operation),
        ("422", lambda path, operation: queries(operation)),
        ("429", lambda path, operation: True),
    ],
)
def test_every_operation_tells_how_it_may_be_refused(status: str, needed: Any) -> None:
    for name, operation in operations():
        if needed(name, operation):
            assert status in operation["responses"], name


def test_bodies_are_json() -> None:
    for name, operation in operations():
        content = operation.get("requestBody", {}).get("content", {})
        assert set(content) <= {"application/json"}, name


# --- examples


def bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the request bodies and the successful replies of all operations."""
    for name, operation in operations():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            yield f"{name} sends", content
        for status, response in operation["responses"].items():
            for media_type, content in response.get("content", {}).items():
                if status.startswith("2") and media_type == "application/json":
                    yield f"{name} {status}", content


def test_every_body_has_an_example() -> None:
    assert [name for name, content in bodies() if "examples" not in content] == []


def test_examples_match_their_schemas() -> None:
    document = {"components": schema()["components"]}
    wrong_ones = []
    for name, content in bodies():
        validator = Draft202012Validator({**document, **content["schema"]})
        for example in content.get("examples", {}).values():
            value = json.loads(json.dumps(example["value"], default=str))
            errors = validator.iter_errors(value)
            wrong_ones += [(name, error.json_path, error.message[:100]) for error in errors]
    assert wrong_ones == []
