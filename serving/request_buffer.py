"""Middleware that reads requests completely before a worker thread gets them.

Threads are few, and a client may send its body slowly, or never finish. Here, an incomplete body
costs a little memory, for a limited time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from core.api.errors import BodyIncomplete, BodyTimeout, Overloaded, problem_response
from core.errors import ApiError
from core.log_context import HEADER, request_context
from core.metrics import NOWHERE, count_request

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


SMALL_BODY = 8192
"""Bytes of each body that do not count against the shared limit, so that small requests always fit.
"""
DROPPED = 16
"""After a refusal, bytes that are read and dropped, as a multiple of the body limit."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one process."""

    body_bytes: int
    """Bytes of one body."""
    bodies_bytes: int
    """Bytes of all incomplete bodies together, without the first SMALL_BODY bytes of each."""
    body_seconds: float
    """Seconds from the end of the headers to the end of the body."""
    send_seconds: float
    """Seconds in which a client must accept one piece of a reply."""
    send_rate: int
    """Bytes of a reply that a client must accept per second, on top of ``send_seconds``."""
    replies_bytes: int
    """Bytes of all large replies that are being sent. Further large replies are refused."""

    def reply_seconds(self, size: int) -> float:
        """Return the seconds that a client has to accept a reply of ``size`` bytes."""
        return self.send_seconds + size / self.send_rate


class RequestBuffer:
    """ASGI middleware that calls the application with complete requests only.

    A body that is too large is not kept. The application gets its length without its content, and
    refuses the request after routing and authentication, like any other.
    """

    def __init__(self, application: Application, limits: Limits) -> None:
        self.application = application
        self.limits = limits
        self.buffered = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        headers = safe_headers(scope["headers"])
        try:
            body, length = await self.read(headers, receive)
            complete = {**scope, "headers": with_length(headers, length)}
            await self.application(complete, receiver_of(body), send)
            if length is not None and length > self.limits.body_bytes:
                await self.drop_rest(receive)
        except ApiError as error:
            await send_problem(error, scope["method"], headers, send)

    async def read(self, headers: Headers, receive: Receive) -> tuple[bytes, int | None]:
        """Return the body and its length in bytes, or None as the length if there is no body.

        The body is empty if its length exceeds the limit. Raises BodyTimeout, BodyIncomplete, and
        Overloaded if this process holds too many incomplete bodies.
        """
        announced = declared_length(headers)
        if announced is None or announced > self.limits.body_bytes:
            return b"", announced
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                body = await self.read_pieces(receive)
        except TimeoutError:
            raise BodyTimeout from None
        return (b"" if len(body) > self.limits.body_bytes else bytes(body)), len(body)

    async def drop_rest(self, receive: Receive) -> None:
        """Read and drop the rest of a body that was refused.

        Most clients send the whole body before they read the reply. Otherwise they would find the
        connection closed.
        """
        left = DROPPED * self.limits.body_bytes
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.body_seconds):
                while left > 0:
                    message = await receive()
                    left -= len(message.get("body", b""))
                    if not message.get("more_body", False):
                        return

    async def read_pieces(self, receive: Receive) -> bytearray:
        """Read a body until it ends or exceeds the limit. Raises BodyIncomplete, Overloaded."""
        body, counted, more = bytearray(), 0, True
        try:
            while more and len(body) <= self.limits.body_bytes:
                message = await receive()
                if message["type"] != "http.request":
                    raise BodyIncomplete
                body += message.get("body", b"")
                large = max(0, len(body) - SMALL_BODY)
                self.buffered += large - counted
                counted = large
                if counted and self.buffered > self.limits.bodies_bytes:
                    raise Overloaded
                more = message.get("more_body", False)
        finally:
            self.buffered -= counted
        return body


def safe_headers(headers: Headers) -> Headers:
    """Drop the headers that WSGI would confuse with others.

    In WSGI's names a dash and an underscore are the same, so a client could forge the headers that
    only a proxy may set.
    """
    return [(name, value) for name, value in headers if b"_" not in name]


def declared_length(headers: Headers) -> int | None:
    """Return the declared length of the body: 0 if it is chunked, None if there is no body.

    The server has refused lengths that are not numbers. A request with both headers is chunked, as
    the server has read it.
    """
    lengths = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in lengths:
        return 0
    return int(lengths[b"content-length"]) if b"content-length" in lengths else None


def with_length(headers: Headers, length: int | None) -> Headers:
    """Return headers for a body that was read completely: with a length, not chunked."""
    replaced = (b"content-length", b"transfer-encoding")
    others = [(name, value) for name, value in headers if name.lower() not in replaced]
    return others if length is None else [*others, (b"content-length", str(length).encode())]


def receiver_of(body: bytes) -> Receive:
    """Return an ASGI ``receive`` for a request that is complete."""
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Message:
        return next(messages, {"type": "http.disconnect"})

    return receive


async def send_problem(error: ApiError, method: str, headers: Headers, send: Send) -> None:
    """Send a refusal for a request that does not reach the application."""
    asked = dict(headers).get(HEADER.lower().encode(), b"").decode("latin-1")
    with request_context(asked) as request_id:
        response = problem_response(error)
    count_request(method, NOWHERE, response.status_code, 0.0, error.code)
    response.headers[HEADER] = request_id
    response.headers["Content-Length"] = str(len(response.content))
    sent = [(name.encode().lower(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": sent})
    await send({"type": "http.response.body", "body": response.content})
