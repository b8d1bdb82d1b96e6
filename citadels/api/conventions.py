"""What holds for all operations, written into the description of the API once."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from citadels.api.declared import rate_name
from citadels.api.errors import PROBLEM_TYPE, Throttled
from citadels.api.schema import described

Operation = dict[str, Any]

BUCKET = "x-rate-limit"
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

OPEN = "Open: a later version may add to these."
THROTTLED = described(Throttled)


class Described(AutoSchema):
    """Names the bucket that a request is taken from."""

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """An endpoint declares its description; the docstring of its view is not for clients."""
        return ""

    def get_operation(self, *args: Any, **kwargs: Any) -> Operation | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        return {**operation, BUCKET: rate_name(self.view, self.method.upper())}


def add_conventions(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Headers of every reply, 429 everywhere, and 304 of all that is read."""
    components = result.setdefault("components", {})
    if "Problem" not in components.get("schemas", {}):
        return result
    components["headers"] = {
        name: {"description": words, "schema": {"type": kind}, "example": example}
        for name, (words, kind, example) in HEADERS.items()
    }
    components.setdefault("responses", {})["Throttled"] = {
        "description": THROTTLED,
        "headers": references(named("429")),
        "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for schema in components["schemas"].values():
        if "enum" in schema:
            schema["description"] = f"{OPEN}\n\n{schema.get('description', '')}".strip()
    for path in result["paths"].values():
        for method, operation in path.items():
            if isinstance(operation, dict) and "responses" in operation:
                if method == "get":
                    revalidated(operation)
                throttled(operation["responses"])
                with_headers(operation["responses"])
                operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def revalidated(operation: Operation) -> None:
    if "200" not in operation["responses"]:
        return
    parameters = operation.setdefault("parameters", [])
    if all(one.get("name") != IF_NONE_MATCH["name"] for one in parameters):
        parameters.append(dict(IF_NONE_MATCH))
    operation["responses"].setdefault("304", {"description": "Nothing has changed."})
    operation["responses"]["200"].setdefault("headers", references(("ETag",)))


def throttled(responses: dict[str, Any]) -> None:
    own = responses.get("429")
    if own is None:
        responses["429"] = {"$ref": "#/components/responses/Throttled"}
    elif THROTTLED not in own["description"]:
        own["description"] += f"\n{THROTTLED}"


def with_headers(responses: dict[str, Any]) -> None:
    for status, response in responses.items():
        names = named(status)
        if names and "$ref" not in response:
            response["headers"] = {**references(names), **response.get("headers", {})}


def named(status: str) -> tuple[str, ...]:
    """The headers that are worth being told of with each such reply."""
    if status.startswith("2"):
        return COUNTED
    return {"304": ("ETag", *COUNTED), "429": ("Retry-After", *COUNTED)}.get(status, ())


def references(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
