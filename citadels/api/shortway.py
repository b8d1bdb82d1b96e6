"""The short way for what is asked all day: the same answer, without the framework in between.

A request that is plain in every respect is answered from the same selectors and services as its
view. Whatever is in the least unusual goes the long way, and so does whatever is refused: the short
way knows no errors but the service's own. Headers that every answer of a kind has are learnt from
the long way's, so that nobody has to keep them alike; a test compares the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from time import perf_counter
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from accounts.access import Access
from accounts.authentication import access_presented
from accounts.errors import InvalidToken
from accounts.selectors import user_banned
from citadels.api.errors import outcome_of
from citadels.api.middleware import ProblemMiddleware
from citadels.api.throttles import COUNTED, standing_of
from citadels.api.throttles import rate_limit_headers as counted_headers
from citadels.languages import LanguageMiddleware
from citadels.metrics import request_answered
from citadels.request_ids import HEADER, acts_on, answering

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Any], Iterable[bytes]]

PROBLEMS = ProblemMiddleware(lambda request: HttpResponse())
BODY_MAX = 8192
"""Bytes; longer ones go the long way."""
VARYING = {
    "content-type",  # a 304 has none
    "content-length",
    "content-language",
    "etag",
    "ratelimit",
    "ratelimit-policy",
    HEADER.lower(),
}
OF_ALL = {
    "cross-origin-opener-policy",
    "referrer-policy",
    "strict-transport-security",
    "x-content-type-options",
    "x-frame-options",
}
"""What was learnt from an answer and belongs to a failure as well."""
PERSONAL = {"set-cookie", "www-authenticate"}
"""An answer with one of these is for one user alone: nothing is learnt from it."""
UNUSUAL = (
    "HTTP_ORIGIN",
    "HTTP_COOKIE",
    "HTTP_RANGE",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_UNMODIFIED_SINCE",
    "HTTP_CONTENT_ENCODING",
    "HTTP_TRANSFER_ENCODING",
    "HTTP_EXPECT",
    "HTTP_X_HTTP_METHOD_OVERRIDE",
)
PHRASES = {200: "200 OK", 304: "304 Not Modified"}


class Short(NamedTuple):
    """An answer: what of it is not the same each time."""

    status: int
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """A plain request: who asks what of which match, and what came with it."""

    access: Access
    subject: str
    environ: Environ
    body: bytes = b""

    def header(self, name: str) -> str | None:
        value: str | None = self.environ.get(name)
        return value


@dataclass(frozen=True, slots=True)
class Route:
    """One operation that has a short way; ``name`` is that of its address, for those who count."""

    name: str
    method: str
    path: re.Pattern[str]
    scope: str
    bucket: str
    answer: Callable[[Asked], Short | None]
    """None: this one goes the long way."""


class ShortWay:
    """Wraps the application; answers what it can, and hands on all else."""

    def __init__(self, application: Application, routes: Iterable[Route]) -> None:
        self.application = application
        self.routes = tuple(routes)
        self.learnt: dict[tuple[Route, bool], Headers] = {}

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        found = self.route_of(environ)
        if found is None or not plain(environ):
            return self.application(environ, start_response)
        route, subject = found
        known = self.learnt.get((route, secure(environ)))
        if known is None:
            return self.application(environ, self.learning(route, environ, start_response))
        began = perf_counter()
        with answering(environ.get("HTTP_X_REQUEST_ID", "")) as request_id:
            acts_on(subject)
            try:
                short = shortly(route, subject, environ)
            except Exception as error:  # a database that is gone, a mistake of ours: as any view's
                response = failure(error, environ)
                took = perf_counter() - began
                request_answered(
                    route.method, route.name, response.status_code, took, outcome_of(response)
                )
                return sent(response, start_response, request_id, known)
            if short is not None:
                request_answered(route.method, route.name, short.status, perf_counter() - began)
        if short is None:
            return self.application(environ, start_response)
        start_response(PHRASES[short.status], [*known, *short.headers, (HEADER, request_id)])
        return [short.body]

    def route_of(self, environ: Environ) -> tuple[Route, str] | None:
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        for route in self.routes:
            if route.method == method and (match := route.path.fullmatch(path)):
                return route, match[1]
        return None

    def learning(self, route: Route, environ: Environ, start_response: Any) -> Any:
        """Keep what does not vary in the long way's answer."""

        def starting(status: str, headers: Headers, *error: Any) -> Any:
            code = int(status.split()[0])
            names = {name.lower() for name, _ in headers}
            if code == 200 and "HTTP_IDEMPOTENCY_KEY" not in environ and not names & PERSONAL:
                same = [pair for pair in headers if pair[0].lower() not in VARYING]
                self.learnt[route, secure(environ)] = same
            return start_response(status, headers, *error)

        return starting


def failure(error: Exception, environ: Environ) -> HttpResponse:
    """The problem that the long way would make of an error, which is not tried again: what failed
    at its very end may have been stored.
    """

    def problem(request: HttpRequest) -> HttpResponse:
        response = PROBLEMS.process_exception(request, error)
        assert response is not None  # this is the API
        return response

    response = LanguageMiddleware(problem)(WSGIRequest(environ))
    assert isinstance(response, HttpResponse)
    patch_vary_headers(response, ("origin",))  # as the middleware of CORS does
    return response


def sent(
    response: HttpResponse, start_response: Any, request_id: str, known: Headers
) -> Iterable[bytes]:
    headers = [*response.items(), (HEADER, request_id)]
    headers += [pair for pair in known if pair[0].lower() in OF_ALL]
    headers.append(("Content-Length", str(len(response.content))))
    start_response(f"{response.status_code} {response.reason_phrase}", headers)
    return [response.content]


def shortly(route: Route, subject: str, environ: Environ) -> Short | None:
    """The answer, if this is somebody known who may ask it, and nothing stands against it."""
    access = access_of(environ.get("HTTP_AUTHORIZATION", ""))
    if access is None or (route.scope and route.scope not in access.scopes):
        return None
    if user_banned(access.user, now=timezone.now()):
        return None
    body = b""
    if route.method == "POST":
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ["wsgi.input"] = BytesIO(body)  # for the long way, if it has to be gone
    standing = standing_of(route.bucket, str(access.user.pk))
    environ[COUNTED] = standing  # once is enough
    if standing is not None and standing.wait:
        return None
    short = route.answer(Asked(access, subject, environ, body))
    if short is None:
        return None
    headers = [*short.headers, ("Content-Length", str(len(short.body)))]
    if standing is not None:
        headers += counted_headers(route.bucket, standing).items()
    return Short(short.status, headers, short.body)


def access_of(authorization: str) -> Access | None:
    """The live token of the header, as it was a moment ago, if there is one."""
    try:
        return access_presented(authorization.encode("latin-1"), recent=True)
    except (InvalidToken, UnicodeEncodeError):
        return None


# --- what is plain -------------------------------------------------------------------------------


def plain(environ: Environ) -> bool:
    """Whether there is nothing in a request that the framework would have to look at."""
    if environ.get("QUERY_STRING") or environ.get("SCRIPT_NAME"):
        return False
    if any(name in environ for name in UNUSUAL):
        return False
    if not accepts_json(environ.get("HTTP_ACCEPT", "*/*")):
        return False
    if not host_known(environ.get("HTTP_HOST", "")):
        return False
    if settings.SECURE_SSL_REDIRECT and not secure(environ):
        return False
    return environ["REQUEST_METHOD"] != "POST" or body_plain(environ)


def body_plain(environ: Environ) -> bool:
    """Whether the body is JSON of a known, usual length."""
    length = environ.get("CONTENT_LENGTH") or ""
    short = length.isdecimal() and len(length) < 6 and 0 < int(length) <= BODY_MAX
    return short and environ.get("CONTENT_TYPE") == "application/json"


@lru_cache(maxsize=256)
def accepts_json(accept: str) -> bool:
    """Whether the client takes JSON, without saying how gladly."""
    kinds = [kind.strip() for kind in accept.split(",")]
    return ";" not in accept and ("*/*" in kinds or "application/json" in kinds)


@lru_cache(maxsize=256)
def host_known(host: str) -> bool:
    """Whether the service answers to this name; only in debugging does it answer to others."""
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def secure(environ: Environ) -> bool:
    """Whether the request came over TLS, as far as the proxy in front says so."""
    told = settings.SECURE_PROXY_SSL_HEADER
    if told is not None and told[0] in environ:
        return bool(environ[told[0]].split(",", 1)[0].strip() == told[1])
    return bool(environ.get("wsgi.url_scheme") == "https")
