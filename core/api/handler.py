"""The one place where errors become responses. Everything under /api/ answers
application/problem+json.
"""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest as DjangoBadRequest
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError, close_old_connections
from django.http import Http404, HttpResponse
from django.utils.log import log_response
from django.utils.translation import gettext as _
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
from core.errors import ApiError, Invalid, NotFound, PermissionDenied, segment

# Errors of the framework, and the problem for each.
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
    (SuspiciousOperation, BadRequest),  # for example more parameters than Django accepts
    (exceptions.APIException, BadRequest),
    (InterfaceError, Unavailable),
    (OperationalError, Unavailable),
)


def problem_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """REST framework's exception handler. Returns None for a server error, which Django reports."""
    error = problem_of(exc)
    if error is None:
        return None
    remove_unscoped_members(error, context["request"])
    response = problem_response(error, headers=framework_headers(exc, context))
    if isinstance(error, Unavailable):
        database_lost(exc, context["request"], response)
    return response


def framework_headers(exc: Exception, context: dict[str, Any]) -> dict[str, str]:
    """Return the headers that the framework adds to its own errors."""
    plain = rest_handler(exc, context) if isinstance(exc, exceptions.APIException) else None
    known = ("WWW-Authenticate", "Retry-After")
    return {name: plain.headers[name] for name in known if plain and name in plain.headers}


def remove_unscoped_members(error: ApiError, request: Any) -> None:
    """Remove the members of ``error`` that the scopes of the token do not cover."""
    held = getattr(getattr(request, "auth", None), "scopes", ())
    for member, scope in error.scoped.items():
        if scope not in held:
            error.extras.pop(member, None)


def database_lost(exc: Exception, request: Any, response: HttpResponse) -> None:
    """Log a lost database in one line, and close the connection if it is broken. The next request
    opens a new one.
    """
    close_old_connections()
    words = ("%s %s: the database is unavailable: %s", request.method, request.path, str(exc))
    log_response(*words, request=request, response=response)


def problem_of(exc: Exception) -> ApiError | None:
    """Return the problem for an exception, or None if it is a server error."""
    if isinstance(exc, ApiError):
        return exc
    if isinstance(exc, exceptions.ValidationError):
        return Invalid(field_errors(exc.get_full_details()))
    for raised, problem in TRANSLATED:
        if isinstance(exc, raised):
            return problem(**explain_error(exc))
    return None


def explain_error(exc: Exception) -> dict[str, Any]:
    """Return what the framework's error adds to the title of the problem."""
    if isinstance(exc, exceptions.ParseError):
        return {"detail": str(exc.detail)}
    if isinstance(exc, exceptions.UnsupportedMediaType):
        return {"detail": f"{exc.detail} {UnsupportedMediaType.title}"}
    if isinstance(exc, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return {"detail": _("The body may have at most %(most)s bytes.") % {"most": most}}
    if isinstance(exc, exceptions.Throttled):
        seconds = math.ceil(getattr(exc, "wait", None) or 0)
        return {"detail": try_again(seconds)}
    return {}


def field_errors(details: Any, pointer: str = "") -> list[dict[str, str]]:
    """Flatten REST framework's nested details. Each pointer is a JSON pointer (RFC 6901)."""
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
    """True if the details are those of a single error."""
    return isinstance(details, dict) and set(details) == {"message", "code"}
