"""How the description of the API (drf-spectacular) speaks of problems."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.errors import PROBLEM_TYPE
from core.errors import ApiError


class FieldError(serializers.Serializer):
    """One wrong field of the body."""

    pointer = serializers.CharField(help_text="JSON pointer to the field; empty: the whole body.")
    code = serializers.CharField(help_text="Stable code of what is wrong.")
    detail = serializers.CharField(help_text="The same for people.")


class Problem(serializers.Serializer):
    """An error (RFC 9457). Some codes carry further members."""

    type = serializers.CharField(help_text="`urn:problem:` and the code.")
    title = serializers.CharField(help_text="What went wrong, the same words for each code.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="What went wrong this time, for people.")
    code = serializers.CharField(help_text="Stable code for programs to branch on.")
    request_id = serializers.CharField(
        allow_null=True, help_text="Of the request; the operator finds it in the log by this."
    )
    errors = FieldError(  # type: ignore[assignment]  # a field, declared beside the property
        many=True, required=False, help_text="With the code `invalid` only."
    )


def describe_error(error: type[ApiError]) -> str:
    return f"* `{error.code}`: {error.when()}"


def add_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Give every operation the response that any may have, and all problems their media type."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    if "Problem" not in schemas:
        return result
    answer = {
        "description": "A problem; `code` says which.",
        "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path in result["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                relabel(operation["responses"])
                operation["responses"].setdefault("default", answer)
    return result


def empty_is_left_out(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """An optional parameter of the query that is empty counts as left out: forms send such."""
    for path in result["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
                if parameter["in"] == "query" and not parameter.get("required"):
                    parameter["schema"].pop("minLength", None)
                    parameter["allowEmptyValue"] = True
    return result


def relabel(responses: dict[str, Any]) -> None:
    """spectacular finds out lists by the least key, so problems cannot name their type as a key."""
    for status, response in responses.items():
        if status.startswith(("4", "5")) and "content" in response:
            response["content"] = {PROBLEM_TYPE: next(iter(response["content"].values()))}
