"""One request and its reply, sent again where that cannot do harm."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import urllib3
from urllib3.exceptions import HTTPError
from urllib3.util import Retry, Timeout

from .errors import Problem, Unreachable

TIMEOUT = Timeout(connect=3, read=30)
AGAIN_LATER = (502, 503, 504)
# Any method: whether a request may be sent twice is decided by who sends it.
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
# A connection that was refused has carried nothing; whatever fails later may have been done.
ONCE = Retry(total=2, connect=2, read=0, status=0, other=0, redirect=0, backoff_factor=0.2)


class Reply:
    """Status, headers and body of an answer that is no problem."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        """The document in it. Raises Unreachable: it is none, so it is not from the service."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise stranger(self.status) from None


class Transport:
    """A pool of connections to one service."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
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
        """Ask and wait for the answer; a ``repeatable`` request is sent again when the line drops.

        Raises Problem: the service refused; Unreachable: there was no answer.
        """
        sent = {"Accept": "application/json", **(headers or {})}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        try:
            response = self._pool.request(
                method,
                self.url + path,
                body=content,
                headers=sent,
                retries=REPEATABLE if repeatable else ONCE,
            )
        except HTTPError as error:
            raise Unreachable(f"Nobody answers at {self.url}.") from error
        if response.status >= 400:
            raise problem_of(response)
        return Reply(response.status, response.headers, response.data)


def problem_of(response: urllib3.BaseHTTPResponse) -> Problem | Unreachable:
    """The problem in a refusal; who answers something else is not the service."""
    try:
        document = json.loads(response.data)
    except ValueError:
        document = None
    if not isinstance(document, dict) or "code" not in document:
        return stranger(response.status)
    seconds = response.headers.get("Retry-After", "")
    return Problem(document, int(seconds) if seconds.isdigit() else None)


def stranger(status: int) -> Unreachable:
    return Unreachable(f"An answer {status} came that is not from the service.")
