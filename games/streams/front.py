"""Request ids and CORS for the stream server, as Django's middleware adds them to other replies."""

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
    """ASGI middleware around the stream server."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if scope["path"] == HEALTH:
            await answer_health(send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        with request_context(headers.get(HEADER.lower().encode(), "")) as request_id:
            extra = [(HEADER.lower().encode(), request_id.encode()), *cross_origin_headers(headers)]
            sender = with_headers(extra, send)
            if is_preflight(scope, headers):
                await answer_preflight(sender)
            else:
                await self.application(scope, receive, sender)


def with_headers(extra: Headers, send: Send) -> Send:
    """Wrap ``send`` so that it adds headers to the response."""

    async def sender(event: dict[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*event.get("headers", ()), *extra]}
        await send(event)

    return sender


def cross_origin_headers(headers: dict[bytes, str]) -> Headers:
    """Return the CORS headers, which let pages of the allowed origins read the reply."""
    if settings.CORS_ALLOW_ALL_ORIGINS:
        allowed = b"*"
    elif (origin := headers.get(b"origin", "")) in settings.CORS_ALLOWED_ORIGINS:
        allowed = origin.encode("latin-1")
    else:
        return [(b"vary", b"origin")]
    return [
        (b"vary", b"origin"),
        (b"access-control-allow-origin", allowed),
        (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
    ]


def is_preflight(scope: dict[str, Any], headers: dict[bytes, str]) -> bool:
    return scope["method"] == "OPTIONS" and b"access-control-request-method" in headers


async def answer_preflight(send: Send) -> None:
    """Answer a preflight with the allowed methods and headers.

    The allowed origin is in the CORS headers, which every reply has.
    """
    headers = [
        (b"access-control-allow-methods", b"GET"),
        (b"access-control-allow-headers", ", ".join(settings.CORS_ALLOW_HEADERS).encode()),
        (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def answer_health(send: Send) -> None:
    """Answer a health check. It runs in the event loop that serves the streams."""
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"alive": True})})
