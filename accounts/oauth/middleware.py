"""Errors of the OAuth endpoints in the form of the standard (RFC 6749, 5.2)."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from core.api.errors import PROBLEM_TYPE
from core.api.headers import NO_STORE
from core.paths import is_oauth_endpoint

HEADERS = {**NO_STORE, "Pragma": "no-cache", "Content-Type": "application/json"}


class OAuthErrorMiddleware:
    """Turns problems of the token and revocation endpoints into errors of OAuth.

    Every reply there is JSON, and in English: RFC 6749 allows only ASCII.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_oauth_endpoint(request.path_info):
            return self.get_response(request)
        with translation.override("en"):
            response = self.get_response(request)
        if response.headers.get("Content-Type") == PROBLEM_TYPE:
            problem = json.loads(response.content)
            error = {"error": problem["code"], "error_description": problem["detail"]}
            response.content = json.dumps(error).encode()
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response
