"""Middleware that turns every HTML error of what programs request into a problem."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve, reverse
from django.utils.log import log_response
from django.utils.translation import gettext as _

from core.api.errors import (
    BadRequest,
    InternalError,
    MethodNotAllowed,
    allowed_methods,
    problem_response,
    status_of,
)
from core.api.handler import problem_handler
from core.errors import CATALOGUE, ApiError, NotFound
from core.paths import API, API_V1, OAUTH_METADATA, is_oauth_endpoint

# What Django's own handlers refuse, by status.
BY_STATUS: dict[int, type[ApiError]] = {
    status_of(CATALOGUE[code]): CATALOGUE[code]
    for code in (
        "bad_request",
        "permission_denied",
        "not_found",
        "method_not_allowed",
        "body_too_large",
        "internal_error",
    )
}

WRONG_GAME_ID = re.compile(rf"{API_V1}games/(?![\da-f-]{{36}}/)[^/]+/")


class ProblemMiddleware:
    """Replaces Django's error pages by problems where programs read them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not is_for_programs(request):
            return response
        if "Allow" in response.headers:
            response.headers["Allow"] = without_options(response.headers["Allow"])
        if response.status_code < 400:
            return response
        if "json" in response.headers.get("Content-Type", ""):
            return response
        return self.problem_instead(request, response)

    def process_exception(self, request: HttpRequest, exc: Exception) -> HttpResponse | None:
        """Answer an exception that no view has handled."""
        if not is_for_programs(request):
            return None
        if (response := problem_handler(exc, {"request": request})) is not None:
            return response
        got_request_exception.send(sender=type(self), request=request)
        response = problem_response(InternalError())
        words = ("%s %s failed", request.method, request.path)
        # Django's own function, so that Django does not log this response again.
        log_response(*words, request=request, response=response, exception=exc)
        return response

    def problem_instead(self, request: HttpRequest, page: HttpResponseBase) -> HttpResponse:
        fallback = InternalError if page.status_code >= 500 else BadRequest
        problem = BY_STATUS.get(page.status_code, fallback)
        response = problem_response(problem(hint(request, page, problem)))
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in page.headers:
                response.headers[name] = page.headers[name]
        return response


def is_for_programs(request: HttpRequest) -> bool:
    """True if the path is one of the API or of OAuth, but not the page of OAuth for users."""
    path = request.path_info
    return is_oauth_endpoint(path) or f"{path}/".startswith((API, OAUTH_METADATA))


def without_options(allow: str) -> str:
    """Return `Allow` without OPTIONS, which the framework lists even where nothing answers it."""
    return ", ".join(method for method in allow.split(", ") if method != "OPTIONS")


def hint(request: HttpRequest, page: HttpResponseBase, problem: type[ApiError]) -> str:
    """Return a hint about a frequent mistake, or an empty string."""
    if problem is NotFound:
        return hint_for_path(request.path_info)
    if problem is MethodNotAllowed and "Allow" in page.headers:
        return allowed_methods(page.headers["Allow"])
    if problem is BadRequest:
        return hint_for_host(request)
    return ""


def hint_for_host(request: HttpRequest) -> str:
    """Return what to do if the host name is not allowed; else an empty text."""
    try:
        request.get_host()
    except DisallowedHost:
        return _(
            "The service does not accept this host name. The setting ALLOWED_HOSTS "
            "lists the accepted names."
        )
    return ""


def hint_for_path(path: str) -> str:
    """Return a hint about a path: most wrong ones lack the last slash, or the version."""
    if path in (API, API.rstrip("/")):
        return _("There is nothing here. The API is described at %(path)s.") % {
            "path": reverse("api-docs")
        }
    if WRONG_GAME_ID.match(path):
        return _("There is nothing here: the id of a game is a UUID.")
    if path.endswith("/"):
        return ""
    try:
        resolve(path + "/")
    except Resolver404:
        return ""
    return _("There is nothing here. Did you mean %(path)s (with a slash at the end)?") % {
        "path": f"{path}/"
    }
