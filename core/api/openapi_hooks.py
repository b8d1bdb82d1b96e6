"""Hooks that add to the OpenAPI description what holds for all operations, and say it once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from typing import Any

from drf_spectacular.openapi import AutoSchema

from core.api.declared import endpoint_of, rate_name

Operation = dict[str, Any]

RATE_LIMIT = "x-rate-limit"
HEADERS: dict[str, tuple[str, str, object]] = {
    "X-Request-ID": (
        "The id of the request: the one you sent, if it can be taken, or a new one.",
        "string",
        "0b5c9e6f3a7d4d55a1f0c3e2b9d8e7f6",
    ),
    "RateLimit-Policy": (
        "The bucket of the request, its quota, and the window in seconds.",
        "string",
        '"read";q=600;w=60',
    ),
    "RateLimit": (
        "What is left in the bucket, and in how many seconds it is full again.",
        "string",
        '"read";r=598;t=1',
    ),
    "Retry-After": ("Seconds to wait.", "integer", 2),
    "ETag": ("Send it back as `If-None-Match`.", "string", 'W/"17.s.en"'),
}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag of what you have; 304 while nothing has changed.",
}
COUNTED = ("X-Request-ID", "RateLimit-Policy", "RateLimit")


class EndpointSchema(AutoSchema):
    """Describes an endpoint from its declaration, with its rate limit."""

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """Return the declared description. The docstring of a view is not for clients."""
        return ""

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the ways to authenticate; an empty one where no token may be needed."""
        found: list[dict[str, Any]] = super().get_auth()
        declared = endpoint_of(self.view, self.method.upper())
        return [*found, {}] if declared is not None and declared.anonymous else found

    def get_operation(self, *args: Any, **kwargs: Any) -> Operation | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        return {**operation, RATE_LIMIT: rate_name(self.view, self.method.upper())}


def add_shared_headers(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the headers of every reply, and a 304 response to everything that is read."""
    components = result.setdefault("components", {})
    if "Problem" not in components.get("schemas", {}):
        return result
    components["headers"] = {
        name: {"description": words, "schema": {"type": kind}, "example": example}
        for name, (words, kind, example) in HEADERS.items()
    }
    for path in result["paths"].values():
        for method, operation in path.items():
            if isinstance(operation, dict) and "responses" in operation:
                if method == "get":
                    add_etag(operation)
                add_headers(operation["responses"])
                operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def add_etag(operation: Operation) -> None:
    """Describe ETag, If-None-Match and the reply 304 of a read, in place."""
    if "200" not in operation["responses"]:
        return
    parameters = operation.setdefault("parameters", [])
    if all(one.get("name") != IF_NONE_MATCH["name"] for one in parameters):
        parameters.append(dict(IF_NONE_MATCH))
    operation["responses"].setdefault("304", {"description": "Nothing has changed."})
    operation["responses"]["200"].setdefault("headers", {}).update(references(("ETag",)))


def add_headers(responses: dict[str, Any]) -> None:
    """Describe the headers of each response, in place."""
    for status, response in responses.items():
        names = header_names_of(status)
        if names:
            response["headers"] = {**references(names), **response.get("headers", {})}


def header_names_of(status: str) -> tuple[str, ...]:
    """Return the names of the headers to document for replies of a status.

    All replies have COUNTED: the introduction says it once.
    """
    return {"304": ("ETag", *COUNTED), "429": ("Retry-After", *COUNTED)}.get(status, ())


def references(names: tuple[str, ...]) -> dict[str, Any]:
    """Return references to the shared descriptions of headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


# --- what operations share ---------------------------------------------------------------------

CODE = re.compile(r"^\* `(\w+)`", re.MULTILINE)
CODES_IN_NAME = 3
"""Codes in the name of a shared response; with more codes, it is named by its status."""
Place = tuple[dict[Any, Any] | list[Any], Any]
"""An object or a list, and the key or index of a part in it."""


def share_components(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Move the parameters and responses that several operations have into the components."""
    operations = [
        operation
        for path in [*result["paths"].values(), *result.get("webhooks", {}).values()]
        for operation in path.values()
        if isinstance(operation, dict) and "responses" in operation
    ]
    share_examples(operations)
    parameters: list[Place] = [
        (found, index)
        for found in (operation.get("parameters", []) for operation in operations)
        for index in range(len(found))
    ]
    responses: list[Place] = [
        (operation["responses"], status)
        for operation in operations
        for status in operation["responses"]
    ]
    components = result.setdefault("components", {})
    share(components, "parameters", parameters, lambda _, one: parameter_name(one))
    share(components, "responses", responses, response_name)
    return result


def share(
    components: dict[str, Any],
    section: str,
    places: list[Place],
    name_of: Callable[[Any, dict[str, Any]], str],
) -> None:
    """Move each part that is at several places into a section of the components."""
    shared = components.setdefault(section, {})
    names: dict[str, str] = {}
    places = [(parent, key) for parent, key in places if "$ref" not in parent[key]]
    texts = [part_text(section, parent, key) for parent, key in places]
    counts = Counter(texts)
    for (parent, key), text in zip(places, texts, strict=True):
        if counts[text] == 1:
            continue
        if text not in names:
            names[text] = free_name(name_of(key, parent[key]), shared)
            shared[names[text]] = parent[key]
        parent[key] = {"$ref": f"#/components/{section}/{names[text]}"}
    components[section] = dict(sorted(shared.items()))


def share_examples(operations: list[Operation]) -> None:
    """Give all replies with the same document the same example, the longest one."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for operation in operations:
        for status, response in operation["responses"].items():
            for content in response.get("content", {}).values():
                if "$ref" in content.get("schema", {}) and status.startswith("2"):
                    by_document.setdefault(content["schema"]["$ref"], []).append(content)
    for contents in by_document.values():
        examples = [one["examples"] for one in contents if "examples" in one]
        if examples:
            best = max(examples, key=lambda one: len(str(one)))
            for content in contents:
                content["examples"] = best


def part_text(section: str, parent: Any, key: Any) -> str:
    """Return a part as text. Equal texts are equal parts; responses also need the same status."""
    status = key if section == "responses" else ""
    return f"{status} {json.dumps(parent[key], sort_keys=True, default=str)}"


def parameter_name(parameter: dict[str, Any]) -> str:
    """Return the name of a parameter in the components of the description."""
    kind = "Header" if parameter["in"] == "header" else ""
    return camel(str(parameter["name"]).replace("-", "_")) + kind


def response_name(status: str, response: dict[str, Any]) -> str:
    """Return a name for a response: by its codes, its document or its status."""
    if status == "default":
        return "Problem"
    codes = CODE.findall(str(response["description"]))
    if 0 < len(codes) <= CODES_IN_NAME:
        return "Or".join(camel(code) for code in codes)
    schema: dict[str, Any] = next(
        (one["schema"] for one in response.get("content", {}).values()), {}
    )
    if status.startswith("2") and "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    return HTTPStatus(int(status)).phrase.replace(" ", "").replace("-", "")


def camel(name: str) -> str:
    """Return a snake_case name in CamelCase."""
    return "".join(word.capitalize() for word in name.split("_"))


def free_name(name: str, taken: dict[str, Any]) -> str:
    """Return ``name``, with a number if it is taken."""
    numbered = (f"{name}{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)
