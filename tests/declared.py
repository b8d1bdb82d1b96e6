"""Every problem that a test meets is one that its endpoint declares."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from core.api import errors
from core.api.declared import endpoint_of
from core.api.handler import problem_handler, problem_of

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
