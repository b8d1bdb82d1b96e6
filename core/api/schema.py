"""How problems appear in the OpenAPI description (drf-spectacular)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.errors import PROBLEM_TYPE
from core.errors import ApiError


class FieldError(serializers.Serializer):
    """One wrong field of the body."""

    pointer = serializers.CharField(help_text="JSON pointer to the field. Empty: the whole body.")
    code = serializers.CharField(help_text="Stable code of the error.")
    detail = serializers.CharField(help_text="The error, for people.")


class Problem(serializers.Serializer):
    """An error (RFC 9457). Some codes carry further members."""

    type = serializers.URLField(help_text="A page about problems with this code.")
    title = serializers.CharField(help_text="What went wrong, the same text for each code.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="Details of this case, for people.")
    code = serializers.CharField(help_text="Stable code for programs to branch on.")
    request_id = serializers.CharField(
        allow_null=True, help_text="The request id, by which the operator finds it in the log."
    )
    errors = FieldError(  # type: ignore[assignment]  # a field, declared beside the property
        many=True, required=False, help_text="With the code `invalid` only."
    )


def describe_error(error: type[ApiError]) -> str:
    """Return the item of an error in the description of a response."""
    return f"* `{error.code}`: {error.when()}"


def add_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the responses that every operation shares, and the media type of problems."""
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
    """Allow empty optional query parameters, as HTML forms send them."""
    for path in result["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
                if parameter["in"] == "query" and not parameter.get("required"):
                    parameter["schema"].pop("minLength", None)
                    parameter["allowEmptyValue"] = True
    return result


def relabel(responses: dict[str, Any]) -> None:
    """Restore media types. drf-spectacular looks for lists at the smallest key, so a problem cannot
    be keyed by its media type until then.
    """
    for status, response in responses.items():
        if status.startswith(("4", "5")) and "content" in response:
            response["content"] = {PROBLEM_TYPE: next(iter(response["content"].values()))}
