"""JSON Schemas (2020-12) of what clients get: the table, options, events and results of a game.

A game names its schemas: `Table`, `About`, `Option`, `Event`, `Result`, and the parts that they
refer to. Objects are open, since later versions may add members.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tablekernel.topics import ARRAY, INTEGER, Topic

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
REFERENCE: Final = "#/$defs/"

TABLE, CONTEXT, OPTION, EVENT, RESULT = "Table", "About", "Option", "Event", "Result"
GIVEN: Final = (TABLE, CONTEXT, OPTION, EVENT, RESULT)
"""The schemas of a game that clients start from; all others are parts of these."""


def kind_of(name: str, description: str = "") -> Schema:
    """Return a JSON type, such as `integer`."""
    return {"type": name, **({"description": description} if description else {})}


def text(description: str = "") -> Schema:
    return kind_of("string", description)


def number(description: str = "") -> Schema:
    return kind_of("integer", description)


def truth(description: str = "") -> Schema:
    return kind_of("boolean", description)


def words(names: Iterable[str], description: str = "") -> Schema:
    """Return a word of a list that may grow."""
    return {**text(description), "x-extensible-enum": list(names)}


def list_of(items: Schema, description: str = "") -> Schema:
    return {**kind_of("array", description), "items": items}


def part(name: str) -> Schema:
    """Return a reference to another schema of the game."""
    return {"$ref": REFERENCE + name}


def or_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    if "type" in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"oneOf": [schema, {"type": "null"}]}


def record(
    description: str, members: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Return an open object with these members."""
    return {
        "type": "object",
        "description": description,
        "required": list(members),
        "properties": {**members, **(optional or {})},
        "additionalProperties": True,
    }


def option_schema(topics: Mapping[str, Topic], lists: Mapping[str, Schema]) -> Schema:
    """Return the options of a game, with the members of all verbs. ``lists`` has those that are
    arrays.
    """
    verbs: set[str] = set()
    found: dict[str, Schema] = {}
    for topic in topics.values():
        verbs |= topic.verbs.keys()
        for members in topic.verbs.values():
            for name, kind in members.items():
                schema = lists[name] if kind == ARRAY else kind_of(kind)
                found[name] = or_null(schema) if kind == INTEGER else schema
    return record(
        "A legal choice. Its verb decides which other members it has: see `topics` of the ruleset.",
        {"choice": text("Send this to make this choice."), "verb": words(sorted(verbs))},
        dict(sorted(found.items())),
    )


def event_schema(kinds: Iterable[str], members: Mapping[str, Schema]) -> Schema:
    """Return the events of a game, with the members of all kinds."""
    return record(
        "An event as the viewer may know it. Its kind decides which other members it has.",
        {"kind": words(sorted(kinds))},
        dict(sorted(members.items())),
    )


def document_of(schemas: Mapping[str, Schema]) -> Schema:
    """Return the schemas of a game as one document."""
    return {"$schema": DIALECT, "$defs": dict(schemas)}
