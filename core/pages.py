"""What pages for people have that replies to programs need not: middleware, and an outage page."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from csp.decorators import csp_replace
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.log import log_response
from django_otp.middleware import OTPMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from core.api.errors import RETRY_AFTER
from core.api.middleware import in_api
from core.backends.refusals import is_unavailable

API = "/api/v1/"
allow_form_redirects: Callable[..., Any] = csp_replace({"form-action": None})
"""For views whose form may end at an application of somebody else: browsers hold redirects that
follow a form to the policy, too."""


class PagesOnly:
    """Mixin for middleware that requests of the API skip.

    A program has a token instead of a session. Django's CSRF protection is not among them: views of
    the API are exempt from it, and the checks of a deployment look for it by its name.
    """

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(API):
            response: HttpResponseBase = self.get_response(request)
        else:
            response = super().__call__(request)  # type: ignore[misc]
        return response


class StaticFilesMiddleware(PagesOnly, WhiteNoiseMiddleware):
    pass


class SessionMiddleware(PagesOnly, sessions.SessionMiddleware):
    pass


class AuthenticationMiddleware(PagesOnly, auth.AuthenticationMiddleware):
    pass


class TwoFactorMiddleware(PagesOnly, OTPMiddleware):
    pass


class MessageMiddleware(PagesOnly, messages.MessageMiddleware):
    pass


class PagesMiddleware(PagesOnly, CSPMiddleware):
    """Gives every page of HTML its policies, and shows a page while the database is unavailable."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 instead of an error page, as the API does for programs."""
        if in_api(request) or not is_unavailable(error):
            return None
        close_old_connections()
        response = render(request, "unavailable.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_AFTER)
        words = ("%s %s: the database is unavailable: %s", request.method, request.path, str(error))
        log_response(*words, request=request, response=response)
        return response

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        response.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return super().process_response(request, response)
