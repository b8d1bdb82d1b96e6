"""Hooks that say in the OpenAPI description what later versions may add.

A typed client must accept what docs/api.md promises: new members of objects, and new words in
replies. So objects are open, and lists of words are strings with ``x-extensible-enum``. Only the
words that clients send stay enums, and only the objects that they send are closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Schema = dict[str, Any]

PREFIX = "#/components/schemas/"
OPEN = "Later versions may add to these."
NULL = {"type": "null"}


def describe_growth(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Describe objects and words as open in replies, and leave out defaults that mean nothing."""
    schemas: dict[str, Schema] = result.get("components", {}).get("schemas", {})
    received: set[str] = set()
    for operation in operations_of(result):
        received |= reachable(operation["responses"], schemas)
        drop_empty_defaults(operation.get("parameters"))
        if operation.get("security") == [{}]:
            operation["security"] = []  # generators take any entry for a token that is needed
    for name in received:
        if "enum" not in schemas[name]:
            schemas[name] = open_up(schemas[name], schemas)
    drop_empty_defaults([schemas])
    for name in [name for name, one in schemas.items() if one == NULL]:
        replace_references(result, name, schemas.pop(name))
    used = reachable(result["paths"], schemas)
    for name in [name for name, one in schemas.items() if "enum" in one]:
        closed = schemas.pop(name)
        if name in used:
            schemas[name] = {**closed, "description": listed(closed["enum"])}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def close_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Describe the objects of bodies as closed: members that are not known are refused.

    A schema that replies have, too, stays open there; bodies get a closed copy, named ``...Input``.
    """
    schemas: dict[str, Schema] = result.get("components", {}).get("schemas", {})
    operations = list(operations_of(result))
    bodies = [operation.get("requestBody") for operation in operations]
    received = reachable([operation["responses"] for operation in operations], schemas)
    both = reachable(bodies, schemas) & received
    shared = [name for name in both if any(map(may_close, objects_in(schemas[name])))]
    if taken := [name for name in shared if f"{name}Input" in schemas]:
        raise TypeError(f"Bodies and replies share {taken}, and their names with Input are taken.")
    schemas |= {f"{name}Input": deepcopy(schemas[name]) for name in shared}
    only_sent = [schemas[name] for name in schemas.keys() - received]
    for name in shared:
        replace_references([bodies, only_sent], name, {"$ref": f"{PREFIX}{name}Input"})
    for name in reachable(bodies, schemas):
        for part in objects_in(schemas[name]):
            if "properties" in part:
                part["additionalProperties"] = False
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def may_close(part: Schema) -> bool:
    """True if a part of a schema is an object with known members, or refers to another schema."""
    return "properties" in part or "$ref" in part


def split_nullable_enums(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Describe an enum that may be null as one of two schemas: generators take a null among the
    values for a word, or do not compile.
    """
    parameters = [operation.get("parameters") for operation in operations_of(result)]
    for part in objects_in([result.get("components", {}).get("schemas"), parameters]):
        words = part.get("enum")
        if isinstance(words, list) and None in words:
            kinds = [kind for kind in part.pop("type") if kind != "null"]
            closed = {"type": kinds[0], "enum": [word for word in words if word is not None]}
            del part["enum"]
            part["anyOf"] = [closed, NULL]
    return result


def operations_of(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all operations of a description."""
    for path in result["paths"].values():
        yield from (one for one in path.values() if isinstance(one, dict) and "responses" in one)


def objects_in(node: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects in a part of a description."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from objects_in(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from objects_in(value)


def reachable(node: Any, schemas: dict[str, Schema]) -> set[str]:
    """Return the names of the schemas that a part of a description refers to, at any depth."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for part in objects_in(waiting.pop()):
            name = str(part.get("$ref", "")).removeprefix(PREFIX)
            if name in schemas and name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return found


def open_up(node: Any, schemas: dict[str, Schema]) -> Any:
    """Return a schema of a reply whose objects and lists of words are open."""
    if isinstance(node, list):
        return [open_up(one, schemas) for one in node]
    if not isinstance(node, dict):
        return node
    if (words := words_of(node, schemas)) is not None:
        return words
    node = {key: open_up(value, schemas) for key, value in node.items() if key != "enum"}
    if node.get("type") == "object" and "properties" in node:
        node.setdefault("additionalProperties", True)
    return node


def words_of(node: Schema, schemas: dict[str, Schema]) -> Schema | None:
    """Return a list of words as an open string, or None if ``node`` is something else.

    It may be an enum, a reference to one, or a choice of such references and null.
    """
    words: list[str] = []
    nullable = False
    for one in node.get("oneOf") or node.get("allOf") or [node]:
        name = str(one.get("$ref", "")).removeprefix(PREFIX)
        target = schemas.get(name, one)
        if target == NULL:
            nullable = True
        elif "enum" not in target:
            return None
        else:
            nullable = nullable or None in target["enum"]
            words += [word for word in target["enum"] if word is not None]
    if not words:
        return None
    described = {
        "type": ["string", "null"] if nullable else "string",
        "x-extensible-enum": words,
        "description": f"{said_of(node)} {listed(words)} {OPEN}".strip(),
    }
    return described | {key: node[key] for key in ("default", "readOnly") if key in node}


def said_of(node: Schema) -> str:
    """Return the description of an enum without its list of words."""
    text, _, _ = str(node.get("description", "")).partition("* `")
    return text.strip()


def listed(words: list[str]) -> str:
    """Return the words as a sentence of Markdown."""
    return ", ".join(f"`{word}`" for word in words) + "."


def drop_empty_defaults(node: Any) -> None:
    """Remove defaults that are null or an empty string: they say that a member may be left out,
    which ``required`` says already, and are no valid value of most of them.
    """
    for part in objects_in(node):
        if part.get("default", ...) in ("", None):
            del part["default"]


def replace_references(node: Any, name: str, schema: Schema) -> None:
    """Replace the references to a schema by another one."""
    for part in objects_in(node):
        if part.get("$ref") == PREFIX + name:
            del part["$ref"]
            part.update(schema)


def opened(
    description: str, properties: dict[str, Any], required: list[str] | None = None
) -> dict[str, Any]:
    """Return an open object. By default, all members are required."""
    return {
        "type": "object",
        **({"description": description} if description else {}),
        "required": list(properties) if required is None else required,
        "properties": properties,
        "additionalProperties": True,
    }
