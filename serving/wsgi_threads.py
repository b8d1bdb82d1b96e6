"""Django in threads behind an event loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from tempfile import SpooledTemporaryFile
from time import time_ns
from typing import IO, Any, NamedTuple
from urllib.parse import unquote_to_bytes

from core.api.errors import Overloaded
from core.api.headers import RECEIVED_AT
from core.paths import HEALTH, READY
from serving.fair_share import Callers, Lane, is_request_expensive
from serving.request_buffer import Limits, Message, Receive, Send

Environ = dict[str, Any]
WsgiApplication = Callable[[Environ, Any], Iterable[bytes]]


PIECE = 64 * 1024
"""Bytes of a reply that are held in memory and sent at once. The rest is held in a temporary file.
"""


class Reply(NamedTuple):
    """A complete reply."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: IO[bytes]
    size: int

    def messages(self) -> Iterator[Message]:
        """Yield the reply as ASGI messages."""
        yield {"type": "http.response.start", "status": self.status, "headers": self.headers}
        for start in range(0, self.size or 1, PIECE):
            more = start + PIECE < self.size
            yield {"type": "http.response.body", "body": self.body.read(PIECE), "more_body": more}


class WsgiThreads:
    """ASGI application that runs a WSGI application in a pool of threads.

    It expects complete requests (see RequestBuffer). A thread hands its complete reply to the event
    loop and never waits for it, so neither a slow client nor an ending process holds a thread.
    """

    def __init__(
        self,
        application: WsgiApplication,
        threads: int,
        requests: int,
        limits: Limits,
        expensive_threads: int,
    ) -> None:
        """``requests`` of each kind may run or wait for a thread; further ones get 503."""
        self.application = application
        self.quick = Lane[Reply]("quick", threads, requests)
        self.expensive = Lane[Reply]("expensive", expensive_threads, requests)
        self.health = Lane[Reply]("health", 1, requests)
        self.callers = Callers()
        self.limits = limits
        self.sending = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        environ = environ_of(scope, (await receive())["body"])
        client = self.callers.client_of(environ)
        reply = await self.lane_of(environ).submit(client, partial(self.answer, environ))
        self.callers.remember(environ, reply.status)
        with reply.body:
            await self.send_reply(reply, send)

    def lane_of(self, environ: Environ) -> Lane[Reply]:
        """Return the threads for a request. Nothing that uses the database may delay ``HEALTH``."""
        path = environ["PATH_INFO"]
        if path == HEALTH:
            return self.health
        expensive = path == READY or is_request_expensive(environ["REQUEST_METHOD"], path)
        return self.expensive if expensive else self.quick

    async def send_reply(self, reply: Reply, send: Send) -> None:
        """Send each piece of a reply in time, and all within the time for its size.

        Raises TimeoutError, which ends the connection, and Overloaded if too many large replies are
        still being sent.
        """
        large = max(0, reply.size - PIECE)
        if large and self.sending >= self.limits.replies_bytes:  # one of any size may go
            raise Overloaded
        clock = asyncio.get_running_loop().time
        end = clock() + self.limits.reply_seconds(reply.size)
        self.sending += large
        try:
            async with asyncio.timeout_at(end) as limit:
                for message in reply.messages():
                    limit.reschedule(min(end, clock() + self.limits.send_seconds))
                    await send(message)
        finally:
            self.sending -= large

    def answer(self, environ: Environ) -> Reply:
        """Call the application and return its complete reply."""
        start: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], error: Any = None) -> None:
            start[:] = status, headers

        parts = self.application(environ, start_response)
        body = SpooledTemporaryFile(PIECE)  # noqa: SIM115  # it is closed when it was sent
        try:
            size = sum(map(body.write, parts))
        finally:
            if close := getattr(parts, "close", None):
                close()
        status, headers = start
        encoded = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        body.seek(0)
        return Reply(int(status.split(" ", 1)[0]), encoded, body, size)


def environ_of(scope: Any, body: bytes) -> Environ:
    """Return the environment of a WSGI application (PEP 3333) for an ASGI request and its body."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        RECEIVED_AT: time_ns(),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
