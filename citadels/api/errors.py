"""Problems: the errors a client meets, each a class with a stable code (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from citadels.api import json
from citadels.request_ids import request_id

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)
PROBLEM_TYPE = "application/problem+json"
CATALOGUE: dict[str, type[ApiError]] = {}
"""Every code a client may meet; `make schema` writes docs/errors.md from it."""


class ApiError(Exception):
    """The base of all errors that a client is told of; raise a subclass.

    A subclass sets ``code`` (stable: clients branch on it), ``status`` and ``title``, and says in
    the first paragraph of its docstring when it happens, for clients. ``detail`` is for people;
    ``extras`` are further members of the problem, for programs. Neither may tell more than the
    asking user may know. ``scoped`` gives the scope that a token needs to be sent an extra.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[StrOrPromise]
    logged: ClassVar[bool] = True
    """False for a 5xx that is no failure of the service, and that clients can order at will."""
    scoped: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "code" not in cls.__dict__:
            return  # a base for several errors
        known = CATALOGUE.setdefault(cls.code, cls)
        if known.__qualname__ != cls.__qualname__ or known.__module__ != cls.__module__:
            raise TypeError(f"{cls.__name__} and {known.__name__} share the code {cls.code!r}")
        if not cls.__doc__:
            raise TypeError(f"{cls.__name__} has no docstring saying when it happens")

    def __init__(
        self, detail: StrOrPromise = "", *, headers: dict[str, str] | None = None, **extras: Any
    ) -> None:
        self.detail = str(detail or self.title)  # in the language of who asks, while it is active
        super().__init__(self.detail)
        self.headers = headers or {}
        self.extras = extras

    @classmethod
    def when(cls) -> str:
        """Return in a line when the error happens: the first paragraph of its docstring."""
        paragraph, _, _ = (cls.__doc__ or "").strip().partition("\n\n")
        return " ".join(paragraph.split()).replace("``", "`")

    def to_json(self) -> dict[str, Any]:
        """As it is sent; by the id of the request the operator finds it in the log."""
        return {
            "type": f"urn:problem:{self.code}",
            "title": str(self.title),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id() or None,
            **self.extras,
        }


def problem_response(error: ApiError) -> HttpResponse:
    """The response that tells a client of ``error``."""
    body = json.dumps(error.to_json())
    response = HttpResponse(
        body, content_type=PROBLEM_TYPE, status=error.status, headers=error.headers
    )
    return ending(skip_logging(response, error), error.code)


def skip_logging(response: AnyResponse, error: ApiError) -> AnyResponse:
    """Keep Django from logging the response to an error that is not to be logged."""
    if not error.logged:
        response._has_been_logged = True  # type: ignore[attr-defined]  # as Django's log_response
    return response


def ending(response: HttpResponse, outcome: str) -> HttpResponse:
    """Note in a response what became of the request, for those who count."""
    response.outcome = outcome  # type: ignore[attr-defined]
    return response


def outcome_of(response: HttpResponseBase) -> str:
    """What became of a request, as far as somebody has noted it."""
    return getattr(response, "outcome", "unknown")


class BadRequest(ApiError):
    """The request cannot be understood, in a way no other code names."""

    code = "bad_request"
    status = HTTPStatus.BAD_REQUEST
    title = _("The request cannot be understood.")


class MalformedBody(ApiError):
    """The body is not JSON."""

    code = "malformed_body"
    status = HTTPStatus.BAD_REQUEST
    title = _("The body is not valid JSON.")


class NotAuthenticated(ApiError):
    """The request needs a token and carries none."""

    code = "not_authenticated"
    status = HTTPStatus.UNAUTHORIZED
    title = _("This needs a token.")


class PermissionDenied(ApiError):
    """The user is known, and may not do this."""

    code = "permission_denied"
    status = HTTPStatus.FORBIDDEN
    title = _("You may not do this.")


class NotFound(ApiError):
    """There is nothing at this address, or nothing this user may see. If only the slash at the end
    is missing, `detail` says so.
    """

    code = "not_found"
    status = HTTPStatus.NOT_FOUND
    title = _("There is nothing here.")


class MethodNotAllowed(ApiError):
    """The address does not answer this method; the header `Allow` lists those it does."""

    code = "method_not_allowed"
    status = HTTPStatus.METHOD_NOT_ALLOWED
    title = _("This address does not accept this method.")


class NotAcceptable(ApiError):
    """The header `Accept` asks for something other than JSON."""

    code = "not_acceptable"
    status = HTTPStatus.NOT_ACCEPTABLE
    title = _("Only application/json is available here.")


class BodyTooLarge(ApiError):
    """The body is larger than 1 MiB."""

    code = "body_too_large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    title = _("The body is too large.")


class BodyTimeout(ApiError):
    """The body did not arrive within the time limit, 20 seconds unless the operator set another."""

    code = "body_timeout"
    status = HTTPStatus.REQUEST_TIMEOUT
    title = _("The body of the request did not arrive in time.")


class UriTooLong(ApiError):
    """The path or the query is longer than the service accepts (docs/limits.md)."""

    code = "uri_too_long"
    status = HTTPStatus.REQUEST_URI_TOO_LONG
    title = _("The address is too long.")


class HeadersTooLarge(ApiError):
    """A header is longer than the service accepts (docs/limits.md); `detail` names it."""

    code = "headers_too_large"
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    title = _("A header is too long.")


class UnsupportedMediaType(ApiError):
    """The body is not sent as `application/json`, or it is packed (`Content-Encoding`)."""

    code = "unsupported_media_type"
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    title = _("Send the body as application/json.")


class Invalid(ApiError):
    """Some fields are missing or wrong; `errors` lists each with a JSON pointer and a code."""

    code = "invalid"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    title = _("Some fields are not valid.")

    def __init__(self, errors: list[dict[str, str]], detail: str = "") -> None:
        super().__init__(detail, errors=errors)

    @classmethod
    def field(cls, pointer: str, code: str, detail: str) -> Invalid:
        """One field is wrong: ``Invalid.field("/seats", "max_value", "At most 8.")``."""
        return cls([{"pointer": pointer, "code": code, "detail": detail}])


class Throttled(ApiError):
    """Too many requests of this kind (docs/limits.md); the header `Retry-After` says how many
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


class InternalError(ApiError):
    """The service failed. Trying again later may help."""

    code = "internal_error"
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    title = _("The service failed.")


class Overloaded(ApiError):
    """The service has more requests than it can hold; the header `Retry-After` says when to try
    again.
    """

    code = "overloaded"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    title = _("The service is overloaded.")

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "2"})


RETRY_AFTER = "1"
"""Seconds after which a client may try again while the database is unavailable."""


class Unavailable(ApiError):
    """The database is away or refuses to write, as when it is restarted or its disk is full; the
    header `Retry-After` says when to try again.
    """

    code = "unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    title = _("The service is temporarily unavailable.")

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": RETRY_AFTER})
