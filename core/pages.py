"""Middleware for HTML pages only, and the page for outages."""

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
from core.api.middleware import is_for_programs
from core.backends.refusals import is_unavailable
from core.log_context import context_set_user
from core.paths import API_V1, DOCS, PLAY

allow_form_redirects: Callable[..., Any] = csp_replace({"form-action": None})
"""For views whose form may redirect to another application: browsers apply the policy to redirects
after a form, too.
"""


NAMED_FILES = {PLAY: "index.html", f"{PLAY}manifest.webmanifest": "manifest.webmanifest"}
"""Files of the web client that name the site, by their addresses."""


class PagesOnly:
    """Mixin for middleware that API requests skip.

    API clients have a token instead of a session. Django's CSRF middleware is not such a one: API
    views are exempt from it, and deployment checks look for it by name.
    """

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(API_V1):
            response: HttpResponseBase = self.get_response(request)
        else:
            response = super().__call__(request)  # type: ignore[misc]
        return response


class StaticFilesMiddleware(PagesOnly, WhiteNoiseMiddleware):
    """Serves static files, the web client, and the documentation site if it is built."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if self.autorefresh or settings.DOCS_DIR.is_dir():
            self.add_files(settings.DOCS_DIR, prefix=DOCS)
        if self.autorefresh or settings.WEB_CLIENT_DIR.is_dir():
            self.add_files(settings.WEB_CLIENT_DIR, prefix=PLAY)
            # WhiteNoise would redirect to it without the query. The URL patterns keep the query,
            # and put the name of this site into two files.
            for url in (PLAY.rstrip("/"), *NAMED_FILES):
                self.files.pop(url, None)

    def find_file(self, url: str) -> Any:
        """Find a file at each request, as in development."""
        return None if url in NAMED_FILES else super().find_file(url)

    def add_cache_headers(self, headers: Any, path: str, url: str) -> None:
        """Let browsers check files of the web client each time: a module of the last version would
        not fit one of this version. Only parts of a bundle, which are named after their content,
        and pictures may be kept.
        """
        if url.startswith(f"{PLAY}part-"):
            headers["Cache-Control"] = "max-age=31536000, public, immutable"
        elif url.startswith(PLAY) and url.endswith((".svg", ".png")):
            headers["Cache-Control"] = "max-age=86400, public"
        elif url.startswith(PLAY):
            headers["Cache-Control"] = "max-age=0, must-revalidate, public"
        else:
            super().add_cache_headers(headers, path, url)


class SessionMiddleware(PagesOnly, sessions.SessionMiddleware):
    pass


class AuthenticationMiddleware(PagesOnly, auth.AuthenticationMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Name the user of a session, if the page looked who it is."""
        user = getattr(request, "_cached_user", None)
        if user is not None and user.pk is not None:
            context_set_user(user.pk)
        return response


class TwoFactorMiddleware(PagesOnly, OTPMiddleware):
    pass


class MessageMiddleware(PagesOnly, messages.MessageMiddleware):
    pass


class PagesMiddleware(PagesOnly, CSPMiddleware):
    """Adds security headers to HTML pages, and shows a page while the database is unavailable."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 with a page, as the API does with a problem."""
        if is_for_programs(request) or not is_unavailable(error):
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
