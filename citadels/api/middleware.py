"""Nothing under /api/ ever answers HTML, whoever refuses the request."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from citadels.api.errors import (
    CATALOGUE,
    ApiError,
    BadRequest,
    InternalError,
    NotFound,
    problem_response,
)
from citadels.api.handler import problem_of

logger = logging.getLogger(__name__)
API = "/api/"
# What Django's own handlers refuse, by status.
BY_STATUS: dict[int, type[ApiError]] = {
    CATALOGUE[code].status: CATALOGUE[code]
    for code in (
        "bad_request",
        "permission_denied",
        "not_found",
        "method_not_allowed",
        "body_too_large",
        "internal_error",
    )
}


class ProblemMiddleware:
    """Turns Django's own error pages under /api/ into problems; stands outermost."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(API):
            return response
        if "json" in response.headers.get("Content-Type", ""):
            return response
        return self.problem_instead(request, response)

    def process_exception(self, request: HttpRequest, exc: Exception) -> HttpResponse | None:
        """An error that no handler of the view knew."""
        if not request.path_info.startswith(API):
            return None
        error = problem_of(exc)
        if error is None:
            logger.exception("%s %s failed", request.method, request.path, exc_info=exc)
            got_request_exception.send(sender=type(self), request=request)
            error = InternalError()
        return problem_response(error)

    def problem_instead(self, request: HttpRequest, page: HttpResponseBase) -> HttpResponse:
        fallback = InternalError if page.status_code >= 500 else BadRequest
        problem = BY_STATUS.get(page.status_code, fallback)
        error = problem(hint(request)) if problem is NotFound else problem()
        response = problem_response(error)
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in page.headers:
                response.headers[name] = page.headers[name]
        return response


def hint(request: HttpRequest) -> str:
    """Most wrong paths lack the slash at the end."""
    path = request.path_info
    if path.endswith("/"):
        return ""
    try:
        resolve(path + "/")
    except Resolver404:
        return ""
    return f"There is nothing here. Did you mean {path}/ (with a slash at the end)?"
