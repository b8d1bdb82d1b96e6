"""Refuses changes during maintenance, and lets every page know about it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework.permissions import SAFE_METHODS

from core.api.errors import headers_of, problem_response
from core.api.headers import NO_STORE
from core.api.middleware import is_for_programs
from core.paths import API, API_V1, DOCS, OAUTH, OAUTH_METADATA, PLAY, PROBLEMS
from games.maintenance.errors import InMaintenance
from games.maintenance.selectors import current_maintenance

ALWAYS_OPEN = (
    *("/admin/", "/login/", "/logout/", OAUTH),
    *(f"{API_V1}auth/tokens/", f"{API_V1}me/sessions/", f"{API_V1}streams/"),
)
"""Paths that also accept changes: the admin, signing in and out, and opening event streams."""
READABLE = (
    *(API, DOCS, OAUTH_METADATA, PLAY, PROBLEMS),
    *("/contact/", "/developers/", "/help/", "/privacy/", "/status/", "/terms/"),
    *("/openapi.", "/.well-known/"),
)
"""Paths that answer reads. All others answer with the page about the maintenance."""


class MaintenanceMiddleware:
    """Answers 503 during maintenance: with a problem for programs, with a page for people."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        maintenance = current_maintenance()
        request.maintenance = maintenance  # type: ignore[attr-defined]  # for the base of all pages
        if maintenance is None or not maintenance.is_on or is_open(request):
            return self.get_response(request)
        error = InMaintenance(maintenance)
        if is_for_programs(request):
            return problem_response(error)
        page = render(request, "games/maintenance.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        for name, value in {**headers_of(error), **NO_STORE}.items():
            page.headers[name] = value
        return page


def is_open(request: HttpRequest) -> bool:
    """True if maintenance does not concern the request."""
    path = request.path_info
    if f"{path}/".startswith(ALWAYS_OPEN):
        return True
    return request.method in SAFE_METHODS and path.startswith(READABLE)
