"""What the web process does for every request, done for streams: request ids, and pages of other
sites (CORS).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from core import json
from core.log_context import HEADER, request_context
from games.streams.connections import Receive, Send

Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

PREFLIGHT_SECONDS = 86400
HEALTH = "/healthz"


class Front:
    """Wraps the application of the streams."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if scope["path"] == HEALTH:
            await answer_health(send)
            return
        asked = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        with request_context(asked.get(HEADER.lower().encode(), "")) as known:
            added = [(HEADER.lower().encode(), known.encode()), *cross_origin_headers(asked)]
            sender = adding(added, send)
            if is_preflight(scope, asked):
                await answer_preflight(sender)
            else:
                await self.application(scope, receive, sender)


def adding(added: Headers, send: Send) -> Send:
    """``send``, with more headers."""

    async def sender(event: dict[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*event.get("headers", ()), *added]}
        await send(event)

    return sender


def cross_origin_headers(asked: dict[bytes, str]) -> Headers:
    """What lets a page of another site read the reply, if its site is one of ours."""
    if settings.CORS_ALLOW_ALL_ORIGINS:
        allowed = b"*"
    elif (origin := asked.get(b"origin", "")) in settings.CORS_ALLOWED_ORIGINS:
        allowed = origin.encode("latin-1")
    else:
        return [(b"vary", b"origin")]
    return [
        (b"vary", b"origin"),
        (b"access-control-allow-origin", allowed),
        (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
    ]


def is_preflight(scope: dict[str, Any], asked: dict[bytes, str]) -> bool:
    return scope["method"] == "OPTIONS" and b"access-control-request-method" in asked


async def answer_preflight(send: Send) -> None:
    """Say what a page may send; whether it may at all is said by the headers of every reply."""
    headers = [
        (b"access-control-allow-methods", b"GET"),
        (b"access-control-allow-headers", ", ".join(settings.CORS_ALLOW_HEADERS).encode()),
        (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def answer_health(send: Send) -> None:
    """The process lives: whoever asks is told so by its loop, which serves all streams."""
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"alive": True})})
