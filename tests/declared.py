"""Every problem that a test meets is one that its endpoint declares, every notification has the
members that its kind declares, and every message of a stream fits its schema.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from core.api import errors
from core.api.declared import endpoint_of
from core.api.handler import problem_handler, problem_of
from games.streams.api import OF_A_GAME, OF_A_USER
from notifications.api.openapi import data_schema
from notifications.kinds import KINDS
from notifications.models import OutboxEntry
from notifications.selectors import entry_data

OF_ANY_REQUEST = (
    errors.BadRequest,
    errors.MalformedBody,
    errors.MethodNotAllowed,
    errors.BodyTooLarge,
    errors.UnsupportedMediaType,
    errors.Unavailable,
)
"""What the framework raises, and no endpoint declares."""


class UndeclaredError(AssertionError):
    """An endpoint ended in a problem that it does not declare."""


def checking_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Answer as the service does. Raises UndeclaredError."""
    request, view = context["request"], context["view"]
    if getattr(request, "accepted_renderer", None) is None:
        return problem_handler(exc, context)  # asks for a format that there is not: 404, 406
    declared = endpoint_of(view, request.method)
    error = problem_of(exc)
    if declared and error and not isinstance(error, (*OF_ANY_REQUEST, *declared.errors)):
        raise UndeclaredError(f"{declared.name} does not declare {type(error).__name__}")
    return problem_handler(exc, context)


def notification_check(instance: OutboxEntry, **kwargs: Any) -> None:
    """Check that the data of a notification is what its kind declares for webhooks."""
    kind = KINDS.get(instance.kind)
    if kind is None or not kind.webhook or not instance._state.adding:
        return
    described = data_schema(kind)
    data = {"user": "", **entry_data(instance)}
    errors = Draft202012Validator({**described, "additionalProperties": False}).iter_errors(data)
    assert not (found := [error.message for error in errors]), f"{kind.name}: {found}"


def stream_message_check(kind: str, data: dict[str, Any]) -> None:
    """Check that a message of a stream fits its schema."""
    from tests.api.test_schema import schema  # it generates the description when it is first used

    of_a_user = "complete" in data or ("game" in data and "seq" in data)
    name = (OF_A_USER if of_a_user else OF_A_GAME)[kind]
    document = {**schema(), "$ref": f"#/components/schemas/{name}"}
    errors = Draft202012Validator(document).iter_errors(data)
    assert not (found := [error.message[:200] for error in errors]), f"{name}: {found}"
