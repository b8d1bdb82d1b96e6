"""The one place where errors become responses: all under /api/ answer application/problem+json."""

from __future__ import annotations

import math
from typing import Any

from django.core.exceptions import BadRequest as DjangoBadRequest
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError, close_old_connections
from django.http import Http404, HttpResponse
from django.utils.log import log_response
from rest_framework import exceptions
from rest_framework.views import exception_handler as rest_handler

from core.api.errors import (
    BadRequest,
    BodyTooLarge,
    MalformedBody,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    Throttled,
    Unavailable,
    UnsupportedMediaType,
    problem_response,
    try_again,
)
from core.errors import ApiError, Invalid, NotFound, PermissionDenied

# What the framework raises, and the problem that says so.
TRANSLATED: tuple[tuple[type[Exception], type[ApiError]], ...] = (
    (exceptions.ParseError, MalformedBody),
    (exceptions.NotAuthenticated, NotAuthenticated),
    (exceptions.AuthenticationFailed, NotAuthenticated),
    (exceptions.PermissionDenied, PermissionDenied),
    (DjangoPermissionDenied, PermissionDenied),
    (exceptions.NotFound, NotFound),
    (Http404, NotFound),
    (exceptions.MethodNotAllowed, MethodNotAllowed),
    (exceptions.NotAcceptable, NotAcceptable),
    (exceptions.UnsupportedMediaType, UnsupportedMediaType),
    (exceptions.Throttled, Throttled),
    (RequestDataTooBig, BodyTooLarge),
    (DjangoBadRequest, BadRequest),
    (SuspiciousOperation, BadRequest),  # more parameters than Django reads, among others
    (exceptions.APIException, BadRequest),
    (InterfaceError, Unavailable),
    (OperationalError, Unavailable),
)


def problem_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """REST framework's exception handler. None: not a client's error, so Django reports it."""
    error = problem_of(exc)
    if error is None:
        return None
    remove_unscoped_members(error, context["request"])
    response = problem_response(error, headers=framework_headers(exc, context))
    if isinstance(error, Unavailable):
        database_lost(exc, context["request"], response)
    return response


def framework_headers(exc: Exception, context: dict[str, Any]) -> dict[str, str]:
    """Return the headers that the framework gives its own errors."""
    plain = rest_handler(exc, context) if isinstance(exc, exceptions.APIException) else None
    known = ("WWW-Authenticate", "Retry-After")
    return {name: plain.headers[name] for name in known if plain and name in plain.headers}


def remove_unscoped_members(error: ApiError, request: Any) -> None:
    """Remove the members of ``error`` that the scopes of the request's token do not open."""
    held = getattr(getattr(request, "auth", None), "scopes", ())
    for member, scope in error.scoped.items():
        if scope not in held:
            error.extras.pop(member, None)


def database_lost(exc: Exception, request: Any, response: HttpResponse) -> None:
    """Log it in one line, and close the connection if it is broken: the next request opens one."""
    close_old_connections()
    words = ("%s %s: the database is unavailable: %s", request.method, request.path, str(exc))
    log_response(*words, request=request, response=response)


def problem_of(exc: Exception) -> ApiError | None:
    """The problem that tells a client of ``exc``; None if it is the service's own fault."""
    if isinstance(exc, ApiError):
        return exc
    if isinstance(exc, exceptions.ValidationError):
        return Invalid(field_errors(exc.get_full_details()))
    for raised, problem in TRANSLATED:
        if isinstance(exc, raised):
            return problem(**explain_error(exc))
    return None


def explain_error(exc: Exception) -> dict[str, Any]:
    """What the framework's error says that its problem's title does not."""
    told = exceptions.ParseError | exceptions.MethodNotAllowed | exceptions.UnsupportedMediaType
    if isinstance(exc, told):
        return {"detail": str(exc.detail)}
    if isinstance(exc, exceptions.Throttled):
        seconds = math.ceil(getattr(exc, "wait", None) or 0)
        return {"detail": try_again(seconds)}
    return {}


def field_errors(details: Any, pointer: str = "") -> list[dict[str, str]]:
    """REST framework's nested details as a flat list; each pointer is a JSON pointer (RFC 6901)."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        text = str(details["message"])
        return [{"pointer": pointer, "code": str(details["code"]), "detail": text}]
    if isinstance(details, dict):
        return [
            error
            for name, nested in details.items()
            for error in field_errors(nested, pointer + segment(name))
        ]
    return [
        error
        for index, nested in enumerate(details)
        for error in field_errors(nested, pointer if is_leaf(nested) else f"{pointer}/{index}")
    ]


def is_leaf(details: Any) -> bool:
    return isinstance(details, dict) and set(details) == {"message", "code"}


def segment(name: object) -> str:
    """One step of a JSON pointer; errors of the whole object stand at the object itself."""
    if name == "non_field_errors":
        return ""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")
