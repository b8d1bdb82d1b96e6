"""Problems: how API errors become responses (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import json
from core.errors import ApiError, Kind
from core.log_context import request_id
from core.paths import API_V1, OAUTH_METADATA, PROBLEMS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)
PROBLEM_TYPE = "application/problem+json"
STATUSES = {
    Kind.MALFORMED: HTTPStatus.BAD_REQUEST,
    Kind.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Kind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Kind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Kind.CONFLICT: HTTPStatus.CONFLICT,
    Kind.GONE: HTTPStatus.GONE,
    Kind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    Kind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Kind.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}


class HttpError(ApiError):
    """The base of errors of HTTP itself. They have a status instead of a kind."""

    status: ClassVar[HTTPStatus]

    def __init__(
        self, detail: StrOrPromise = "", *, headers: Mapping[str, str] | None = None, **extras: Any
    ) -> None:
        super().__init__(detail, **extras)
        self.headers = headers or {}


def status_of(error: ApiError | type[ApiError]) -> HTTPStatus:
    """Return the HTTP status of an error."""
    cls = error if isinstance(error, type) else type(error)
    return cls.status if issubclass(cls, HttpError) else STATUSES[cls.kind]


def headers_of(error: ApiError) -> dict[str, str]:
    """Return the headers of the response to an error."""
    headers = dict(error.headers) if isinstance(error, HttpError) else {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    if error.challenge is not None:
        headers["WWW-Authenticate"] = challenge(error.challenge)
    return headers


def challenge(members: Mapping[str, str]) -> str:
    """Return a WWW-Authenticate header, which says that a token is needed or what is wrong with
    it, and where clients learn how to get one (RFC 9728, 5.1).
    """
    metadata = f"{settings.PUBLIC_URL}{OAUTH_METADATA}protected-resource{API_V1}"
    members = {"realm": "api", **members, "resource_metadata": metadata}
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in members.items())


def problem_document(error: ApiError) -> dict[str, Any]:
    """Return the problem document of an error. It has the request id, which operators find in the
    log.
    """
    return {
        "type": f"{settings.PUBLIC_URL}{PROBLEMS}{error.code}/",
        "title": str(error.title),
        "status": status_of(error),
        "detail": error.detail,
        "code": error.code,
        "request_id": request_id() or None,
        **error.extras,
    }


def problem_response(error: ApiError, *, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return the response to an error. ``headers`` are added to those of the error."""
    response = HttpResponse(
        json.dumps(problem_document(error)),
        content_type=PROBLEM_TYPE,
        status=status_of(error),
        headers={**headers_of(error), **(headers or {})},
    )
    return outcome_set(skip_logging(response, error), error.code)


def skip_logging(response: AnyResponse, error: ApiError) -> AnyResponse:
    """Keep Django from logging a response whose error is not to be logged."""
    if not error.logged:
        response._has_been_logged = True  # type: ignore[attr-defined]  # as Django's log_response
    return response


def outcome_set(response: HttpResponse, outcome: str) -> HttpResponse:
    """Attach the outcome of a request to its response, for the metrics."""
    response.outcome = outcome  # type: ignore[attr-defined]
    return response


def outcome_of(response: HttpResponseBase) -> str:
    """Return the outcome of a request, or an empty string if none was set."""
    return getattr(response, "outcome", "unknown")


class BadRequest(HttpError):
    """The request cannot be understood, and no other code says why."""

    code = "bad_request"
    status = HTTPStatus.BAD_REQUEST
    title = _("The request cannot be understood.")


class MalformedBody(HttpError):
    """The body is not JSON."""

    code = "malformed_body"
    status = HTTPStatus.BAD_REQUEST
    title = _("The body is not valid JSON.")


class NotAuthenticated(HttpError):
    """The request needs a token and carries none."""

    code = "not_authenticated"
    status = HTTPStatus.UNAUTHORIZED
    title = _("This request needs a token.")
    challenge = {}

    def __init__(self) -> None:
        super().__init__(
            _(
                "This request needs a token: send the header `Authorization: Bearer TOKEN`. "
                "`POST auth/tokens/` issues one."
            )
        )


class MethodNotAllowed(HttpError):
    """The address does not support this method. The header `Allow` lists those it supports."""

    code = "method_not_allowed"
    status = HTTPStatus.METHOD_NOT_ALLOWED
    title = _("This URL does not accept this method.")


def allowed_methods(allow: str) -> str:
    """Return the detail of ``MethodNotAllowed``, by the header ``Allow``."""
    return gettext("This URL does not accept this method. Allowed: %(methods)s.") % {
        "methods": allow
    }


class NotAcceptable(HttpError):
    """The header `Accept` asks for something other than JSON."""

    code = "not_acceptable"
    status = HTTPStatus.NOT_ACCEPTABLE
    title = _("Only application/json is available here.")


class BodyTooLarge(HttpError):
    """The body is larger than 1 MiB, or a form than 128 KiB."""

    code = "body_too_large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    title = _("The body is too large.")


class BodyIncomplete(HttpError):
    """The body ended before it was complete: a chunk has no valid size, or the client closed the
    connection.
    """

    code = "body_incomplete"
    status = HTTPStatus.BAD_REQUEST
    title = _("The body of the request did not arrive completely.")


class BodyTimeout(HttpError):
    """The body did not arrive within the time limit, 20 seconds unless the operator set another."""

    code = "body_timeout"
    status = HTTPStatus.REQUEST_TIMEOUT
    title = _("The body of the request did not arrive in time.")


class UriTooLong(HttpError):
    """The path or the query is longer than the service accepts (docs/limits.md)."""

    code = "uri_too_long"
    status = HTTPStatus.REQUEST_URI_TOO_LONG
    title = _("The URL is too long.")


class HeadersTooLarge(HttpError):
    """A header is longer than the service accepts (docs/limits.md); `detail` names it."""

    code = "headers_too_large"
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    title = _("A header is too long.")


class UnsupportedMediaType(HttpError):
    """The body is not sent as `application/json`, or it is compressed (`Content-Encoding`)."""

    code = "unsupported_media_type"
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    title = _("Send the body as application/json.")


class Throttled(HttpError):
    """Too many requests of this kind (docs/limits.md). The header `Retry-After` says how many
    seconds to wait.
    """

    code = "throttled"
    status = HTTPStatus.TOO_MANY_REQUESTS
    title = _("Too many requests.")


def try_again(seconds: int) -> str:
    """Return the detail of ``Throttled``."""
    return ngettext(
        "Too many requests. Try again in %(seconds)d second.",
        "Too many requests. Try again in %(seconds)d seconds.",
        seconds,
    ) % {"seconds": seconds}


class InternalError(HttpError):
    """The service failed. Trying again later may help."""

    code = "internal_error"
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    title = _("The service had an internal error.")


class Overloaded(HttpError):
    """The service has more requests than it can hold. The header `Retry-After` says when to try
    again.
    """

    code = "overloaded"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    title = _("The service is overloaded.")
    retry_after = 2


RETRY_AFTER = 1
"""Seconds after which a client may try again while the database is unavailable."""


class Unavailable(HttpError):
    """The database is unavailable or refuses to write, for example during a restart or because its
    disk is full. The header `Retry-After` says when to try again.
    """

    code = "unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    title = _("The service is temporarily unavailable.")
    retry_after = RETRY_AFTER
