"""Requests and replies, with retries where they do no harm."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

import urllib3
from urllib3.exceptions import HTTPError
from urllib3.util import Retry, Timeout

from .errors import Problem, Unreachable

TIMEOUT = Timeout(connect=3, read=30)
SILENCE = Timeout(connect=3, read=60)
"""A stream sends a message or a comment at least every 15 seconds."""
TRIES = 4
"""How often a request is sent if the service asks to retry later."""
AGAIN_LATER = (502, 503, 504)
NOT_DONE = ("busy", "overloaded", "maintenance")
"""Codes of refusals after which nothing was done, besides those with status 429."""
# Any method: the caller decides whether a request may be repeated.
REPEATABLE = Retry(
    total=4,
    connect=3,
    redirect=0,
    allowed_methods=None,
    status_forcelist=AGAIN_LATER,
    backoff_factor=0.2,
    raise_on_status=False,
    respect_retry_after_header=False,
)
# A refused connection has carried nothing. After any later failure, the request may have been done.
ONCE = Retry(total=2, connect=2, read=0, status=0, other=0, redirect=0, backoff_factor=0.2)


class Reply:
    """The status, headers and body of a successful reply."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        """Return the document of the reply. Raises Unreachable if it is not JSON, so not from the
        service.
        """
        try:
            return json.loads(self.body)
        except ValueError:
            raise not_the_service(self.status) from None


class Transport:
    """A pool of connections to one service."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self._pool = urllib3.PoolManager(timeout=TIMEOUT)

    def send(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        repeatable: bool = False,
    ) -> Reply:
        """Send a request and return the reply. A ``repeatable`` one is sent again if the connection
        breaks.

        A request that was refused with 429, or with 503 `busy`, `overloaded` or `maintenance`, was
        not done. It is sent again if the service asks to wait no longer than ``patience`` seconds.
        Raises Problem if the service refuses, and Unreachable if there is no answer.
        """
        all_headers = {"Accept": "application/json", **(headers or {})}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        retries = REPEATABLE if repeatable else ONCE
        for left in reversed(range(TRIES)):
            try:
                response = self._pool.request(
                    method, self.url + path, body=content, headers=all_headers, retries=retries
                )
            except HTTPError as error:
                raise Unreachable(f"No reply from {self.url}.") from error
            if response.status < 400:
                return Reply(response.status, response.headers, response.data)
            refusal = problem_of(response)
            if not left or not self._worth_waiting(refusal):
                raise refusal
            time.sleep(refusal.retry_after or 0)
        raise AssertionError("the last try returns or raises")

    def _worth_waiting(self, refusal: Problem | Unreachable) -> TypeGuard[Problem]:
        """True if the service asks to retry, and soon."""
        if not isinstance(refusal, Problem):
            return False
        if refusal.status != 429 and refusal.code not in NOT_DONE:
            return False
        return refusal.retry_after is not None and refusal.retry_after <= self.patience

    def post(self, url: str, *, retries: Retry = ONCE, **content: Any) -> dict[str, Any]:
        """Send ``json`` or the ``fields`` of a form to an OAuth endpoint.

        Raises Problem with the error of the endpoint as its code, and Unreachable.
        """
        if "fields" in content:
            content["encode_multipart"] = False
        try:
            response = self._pool.request("POST", url, retries=retries, **content)
            document = json.loads(response.data)
        except HTTPError as error:
            raise Unreachable(f"No reply from {url}.") from error
        except ValueError:
            raise not_the_service(response.status) from None
        if response.status >= 400:
            code, detail = document.get("error"), document.get("error_description")
            document = {"code": code, "detail": detail or code, **document}
            raise Problem({**document, "status": response.status})
        return dict(document)

    def open(self, path: str, headers: Mapping[str, str]) -> Stream:
        """Open a stream. Raises Problem, Unreachable."""
        try:
            response = self._pool.request(
                "GET",
                self.url + path,
                headers={"Accept": "text/event-stream", **headers},
                preload_content=False,
                timeout=SILENCE,
                # The caller waits: a stream that is refused is followed by polling.
                retries=Retry(
                    total=3, connect=0, read=0, redirect=3, respect_retry_after_header=False
                ),
            )
            if response.status < 400:
                return Stream(response)
            response.read(cache_content=True)
        except HTTPError as error:
            raise Unreachable(f"The stream at {self.url} cannot be opened.") from error
        raise problem_of(response)


class Stream:
    """The bytes of an open stream."""

    def __init__(self, response: urllib3.BaseHTTPResponse) -> None:
        self._response = response

    def stream(self) -> Iterator[bytes]:
        """Yield bytes as they arrive. Raises Unreachable if the connection breaks, or after a
        minute without data.
        """
        try:
            while piece := self._response.read1():
                yield piece
        except (HTTPError, OSError) as error:
            raise Unreachable("The connection of the stream broke.") from error

    def close(self) -> None:
        self._response.close()


def problem_of(response: urllib3.BaseHTTPResponse) -> Problem | Unreachable:
    """Return the problem of a refusal, or Unreachable if the reply is not from this service."""
    try:
        document = json.loads(response.data)
    except ValueError:
        document = None
    if not isinstance(document, dict) or "code" not in document:
        return not_the_service(response.status)
    seconds = response.headers.get("Retry-After", "")
    return Problem(document, int(seconds) if seconds.isdigit() else None)


def not_the_service(status: int) -> Unreachable:
    return Unreachable(f"The reply (status {status}) is not from the service.")
