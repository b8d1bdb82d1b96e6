"""One request and its reply, sent again where that cannot do harm."""

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
"""A stream says every 15 seconds that it is alive."""
TRIES = 4
"""How often a request is sent that the service asks to send later."""
AGAIN_LATER = (502, 503, 504)
NOT_DONE = ("busy", "overloaded")
"""Codes of refusals by which nothing was done, besides those with status 429."""
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
        """Ask and wait for the answer; a ``repeatable`` request is sent again when the line drops.

        One that came too early (429, or 503 `busy` or `overloaded`) was not done, and is sent again
        if the service says to wait no longer than ``patience`` seconds. Raises Problem: the service
        refused; Unreachable: there was no answer.
        """
        sent = {"Accept": "application/json", **(headers or {})}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        retries = REPEATABLE if repeatable else ONCE
        for left in reversed(range(TRIES)):
            try:
                response = self._pool.request(
                    method, self.url + path, body=content, headers=sent, retries=retries
                )
            except HTTPError as error:
                raise Unreachable(f"Nobody answers at {self.url}.") from error
            if response.status < 400:
                return Reply(response.status, response.headers, response.data)
            refusal = problem_of(response)
            if not left or not self._worth_waiting(refusal):
                raise refusal
            time.sleep(refusal.retry_after or 0)
        raise AssertionError("the last try returns or raises")

    def _worth_waiting(self, refusal: Problem | Unreachable) -> TypeGuard[Problem]:
        """Whether the service has said to come back, and soon."""
        if not isinstance(refusal, Problem):
            return False
        if refusal.status != 429 and refusal.code not in NOT_DONE:
            return False
        return refusal.retry_after is not None and refusal.retry_after <= self.patience

    def open(self, path: str, headers: Mapping[str, str]) -> Stream:
        """A stream that goes on until it is closed. Raises Problem, Unreachable."""
        sent = {"Accept": "text/event-stream", **headers}
        try:
            response = self._pool.request(
                "GET",
                self.url + path,
                headers=sent,
                preload_content=False,
                timeout=SILENCE,
                retries=Retry(total=3, connect=0, read=0, redirect=3),
            )
            if response.status < 400:
                return Stream(response)
            response.read(cache_content=True)
        except HTTPError as error:
            raise Unreachable(f"No stream can be heard from {self.url}.") from error
        raise problem_of(response)


class Stream:
    """Bytes as they come."""

    def __init__(self, response: urllib3.BaseHTTPResponse) -> None:
        self._response = response

    def stream(self) -> Iterator[bytes]:
        """Raises Unreachable: the line has broken, or nothing came for a minute."""
        try:
            while piece := self._response.read1():
                yield piece
        except (HTTPError, OSError) as error:
            raise Unreachable("The stream has broken.") from error

    def close(self) -> None:
        self._response.close()


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
