"""What every reply carries, whoever gives it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from citadels.request_ids import HEADER, answering


class RequestIdMiddleware:
    """Gives each request an id, or takes the caller's; stands outermost, so that all know it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with answering(request.headers.get(HEADER, "")) as known:
            response = self.get_response(request)
        response.headers[HEADER] = known
        if request.method == "OPTIONS" and not getattr(response, "content", True):
            del response.headers["Content-Type"]  # a preflight is answered by headers alone
        return response
