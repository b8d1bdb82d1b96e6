"""Headers of every reply, and the time that a request took."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core import tracing
from core.api.errors import outcome_of
from core.log_context import HEADER, context_set_game, get_request_context, request_context
from core.metrics import METHODS, NOWHERE, count_request

RECEIVED_AT = "core.received_at"
"""The key in the environment of a request for when it was complete, in nanoseconds since 1970."""
CALLER = "core.caller"
"""The key in the environment of a request for the id of its user, once it is answered."""
NO_STORE = {"Cache-Control": "no-store"}
"""Headers of replies with a token or a secret: no cache may keep a copy."""


class RequestIdMiddleware:
    """Gives each request an id, or accepts the caller's. It is the outermost middleware, so that
    all others can use the id.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began, received_at = perf_counter(), request.META.get(RECEIVED_AT)
        with (
            request_context(request.headers.get(HEADER, "")) as known,
            tracing.trace("request", "SERVER", start=received_at),
        ):
            with tracing.span("wait for a thread", start=received_at):
                pass
            response = self.get_response(request)
            request.META[CALLER] = get_request_context().user
            count_response(request, response, perf_counter() - began)
        response.headers[HEADER] = known
        if request.method == "OPTIONS" and not getattr(response, "content", True):
            del response.headers["Content-Type"]  # headers alone answer a preflight request
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: list[Any], kwargs: dict[str, Any]
    ) -> None:
        context_set_game(kwargs.get("game_id"))


def count_response(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Count a request by its route, and describe its span."""
    found = request.resolver_match
    route = found.view_name if found else NOWHERE
    status, outcome = response.status_code, outcome_of(response)
    method = request.method if request.method in METHODS else NOWHERE
    count_request(method, route, status, seconds, outcome)
    about: tracing.Attributes = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        **({"error.type": outcome} if status >= 400 else {}),
    }
    tracing.describe(about, name=f"{method} {route}", failed=status >= 500)
