"""Limits for the path, the query, the headers and the form of a request.

Django, REST framework and the standard library parse them, partly in quadratic time: a Content-Type
of 256 KB that consists of semicolons takes seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from core.api.errors import BadRequest, BodyTooLarge, HeadersTooLarge, UriTooLong, problem_response
from core.errors import ApiError
from core.log_context import HEADER, request_context
from core.paths import PATH_MAX

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]

QUERY_MAX = 20_000
"""Characters. Cursors of streams are the longest parameters (games.streams.cursors)."""
FORM_MAX = 128 * 1024
"""Bytes of a form. The standard library decodes it in calls of C code, beside which no other thread
runs.
"""
HEADER_MAX = 8_192
HEADERS_MAX = {
    "CONTENT_TYPE": 1_000,
    "HTTP_ACCEPT": 1_000,
    "HTTP_COOKIE": 4_096,  # Python before 3.11.10 parses quoted values in quadratic time
    "HTTP_LAST_EVENT_ID": 16_384,
}
"""Headers with a limit of their own."""
FORM = "x-www-form-urlencoded"
MEDIA_TYPES = ("CONTENT_TYPE", "HTTP_ACCEPT")
CONTINUED = re.compile(r"\w\*")
"""A parameter of RFC 2231, as in ``x*0=a``. The standard library fails on some of them before any
of Django's error handlers, and no endpoint uses them.
"""


class HeadLimits:
    """WSGI middleware that refuses requests whose path, query, headers or form cannot be parsed in
    a short time.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        error = find_fault(environ)
        if error is None:
            return self.application(environ, start_response)
        with request_context(environ.get("HTTP_X_REQUEST_ID", "")) as request_id:
            response = problem_response(error)
        length = str(len(response.content))
        headers = [*response.items(), (HEADER, request_id), ("Content-Length", length)]
        start_response(f"{response.status_code} {response.reason_phrase}", headers)
        return [response.content]


def find_fault(environ: Environ) -> ApiError | None:
    """Return the error for the first part of a request that cannot be parsed, or None."""
    if len(environ.get("PATH_INFO", "")) > PATH_MAX:
        return UriTooLong(f"The path may have {PATH_MAX} characters.")
    if len(environ.get("QUERY_STRING", "")) > QUERY_MAX:
        return UriTooLong(f"The query may have {QUERY_MAX} characters.")
    for name, value in environ.items():
        if name.startswith("HTTP_") or name == "CONTENT_TYPE":
            limit = HEADERS_MAX.get(name, HEADER_MAX)
            if len(value) > limit:
                shown = name.removeprefix("HTTP_").replace("_", "-").title()
                return HeadersTooLarge(f"The header {shown[:40]} may have {limit} characters.")
    if any("\0" in environ.get(name, "") for name in MEDIA_TYPES):
        return BadRequest("Media types hold no null characters.")
    if any(CONTINUED.search(environ.get(name, "")) for name in MEDIA_TYPES):
        return BadRequest("Media types take no parameters with an asterisk in the name.")
    length = environ.get("CONTENT_LENGTH", "")
    is_form = FORM in environ.get("CONTENT_TYPE", "").lower()
    if is_form and length.isdecimal() and int(length) > FORM_MAX:
        return BodyTooLarge(f"A form may have {FORM_MAX} bytes.")
    return None
