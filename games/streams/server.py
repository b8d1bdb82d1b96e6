"""The stream server as an ASGI application. It does one thing and needs no framework."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import get_language, override

from core import json
from core.api.errors import PROBLEM_TYPE, InternalError, headers_of, problem_document, status_of
from core.api.handler import problem_of
from core.languages import choose_language
from core.log_context import HEADER, context_set_game, context_set_user, request_context
from core.paths import HEALTH
from games.streams.connections import Connection, Receive, Send
from games.streams.errors import StreamsFull, TooManyStreams
from games.streams.hub import Database, Hub
from games.streams.polling import LongPoll
from games.streams.requests import StreamRequest, feed_for, headers_of_scope
from games.streams.user_feed import UserFeed

logger = logging.getLogger(__name__)

Headers = list[tuple[bytes, bytes]]
JSON_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
PREFLIGHT_SECONDS = 86400
STOP_SECONDS = 5.0
"""How long clients that do not read can delay the shutdown."""


class StreamServer:
    """The ASGI application that serves all streams of a process.

    While nobody follows a stream, it costs a connection to Redis.
    """

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.running: set[asyncio.Task[Any]] = set()
        self.by_user: Counter[UUID] = Counter()
        self.stopping = False

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close"})
        elif scope["path"] == HEALTH:  # in the event loop that serves the streams
            await respond(send, 200, JSON_HEADERS, json.dumps({"alive": True}))
        else:
            await self.answer_with_headers(scope, receive, send)

    # --- one request ---------------------------------------------------------------------------

    async def answer_with_headers(
        self, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Answer a request with the id, CORS headers and language that Django's middleware adds to
        other replies.
        """
        headers = headers_of_scope(scope)
        with (
            request_context(headers.get(HEADER.lower(), "")) as request_id,
            override(choose_language(headers.get("accept-language", ""))),  # for problems
        ):
            extra = [(HEADER.lower().encode(), request_id.encode()), *cross_origin_headers(headers)]
            sender = with_headers(extra, send)
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                # The allowed origin is in the CORS headers, which every reply has.
                await respond(sender, 200, preflight_headers(), b"")
            else:
                await self.answer(scope, receive, sender)

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request with a stream, or with a problem document."""
        connection: Connection | None = None
        try:
            request = StreamRequest.of(scope)
            if self.stopping or len(self.connections) >= settings.STREAMS_PER_PROCESS:
                raise StreamsFull
            context_set_game(request.game_id)
            feed, wait = await self.database.run(partial(feed_for, request))
            context_set_user(feed.caller.user_id)
            if wait and isinstance(feed, UserFeed):
                connection = LongPoll(feed, self.hub, self.database, send, wait=wait)
            else:
                connection = Connection(feed, self.hub, self.database, send)
            with self.registered(connection):
                await connection.run(receive)
        except Exception as error:
            if connection is not None and connection.started:
                logger.exception("A stream failed.")
                raise  # the server closes the incomplete response
            await refuse(send, error)

    @contextmanager
    def registered(self, connection: Connection) -> Iterator[None]:
        """Count a connection as open in the block. Raises TooManyStreams."""
        user = connection.feed.caller.user_id
        if self.by_user[user] >= settings.STREAMS_PER_USER:
            raise TooManyStreams(settings.STREAMS_PER_USER)
        task = asyncio.current_task()
        assert task is not None
        self.by_user[user] += 1
        self.connections.add(connection)
        self.running.add(task)
        try:
            yield
        finally:
            self.running.discard(task)
            self.connections.discard(connection)
            self.by_user[user] -= 1
            if not self.by_user[user]:
                del self.by_user[user]

    # --- the process ---------------------------------------------------------------------------

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Handle the ASGI lifespan protocol, which announces start and shutdown."""
        while True:
            event = await receive()
            if event["type"] == "lifespan.startup":
                self.start()
                await send({"type": "lifespan.startup.complete"})
            elif event["type"] == "lifespan.shutdown":
                await self.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def start(self) -> None:
        self.database = Database(settings.STREAM_THREADS)
        self.hub = Hub(self.database)
        self.hub.start()
        self.signal_restorers = [
            signal_handler_install(number, self) for number in (signal.SIGTERM, signal.SIGINT)
        ]

    def close_all(self) -> None:
        """Ask all streams to end. Their clients reconnect to another process or a later one."""
        self.stopping = True
        for connection in self.connections:
            connection.close()
        asyncio.get_running_loop().call_later(STOP_SECONDS, self.cut_off)

    def cut_off(self) -> None:
        for task in self.running:
            task.cancel()

    async def stop(self) -> None:
        self.close_all()
        if self.running:
            await asyncio.wait(self.running, timeout=STOP_SECONDS)
        self.cut_off()
        for restore in self.signal_restorers:
            restore()
        await self.hub.stop()
        await asyncio.to_thread(self.database.close)


def signal_handler_install(number: signal.Signals, server: StreamServer) -> Callable[[], object]:
    """Close the streams on a signal. Returns a function that restores the previous handler.

    ASGI servers wait for open requests before they announce the shutdown, and streams would keep
    them waiting for an hour. The server's own signal handler is called, too.
    """
    loop = asyncio.get_running_loop()
    before = signal.getsignal(number)

    def handle(signum: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(server.close_all)
        if callable(before):
            before(signum, frame)

    if threading.current_thread() is not threading.main_thread():
        return lambda: None  # the owner of the thread ends the server
    signal.signal(number, handle)
    signal.siginterrupt(number, False)
    return partial(signal.signal, number, before)


async def refuse(send: Send, error: Exception) -> None:
    """Answer with a problem document, as the rest of the API does."""
    problem = problem_of(error)
    if problem is None:
        logger.error("A request for a stream failed.", exc_info=error)
        problem = InternalError()
    headers = [
        (b"content-type", PROBLEM_TYPE.encode()),
        (b"cache-control", b"no-store"),
        (b"content-language", get_language().encode()),
    ]
    headers += [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in headers_of(problem).items()
    ]
    await respond(send, int(status_of(problem)), headers, json.dumps(problem_document(problem)))


# --- replies ------------------------------------------------------------------------------------


async def respond(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a whole reply."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def with_headers(extra: Headers, send: Send) -> Send:
    """Wrap ``send`` so that it adds headers to the response."""

    async def sender(event: dict[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*event.get("headers", ()), *extra]}
        await send(event)

    return sender


def cross_origin_headers(headers: dict[str, str]) -> Headers:
    """Return the CORS headers, which let pages of the allowed origins read the reply."""
    if settings.CORS_ALLOW_ALL_ORIGINS:
        allowed = b"*"
    elif (origin := headers.get("origin", "")) in settings.CORS_ALLOWED_ORIGINS:
        allowed = origin.encode("latin-1")
    else:
        return [(b"vary", b"origin")]
    return [
        (b"vary", b"origin"),
        (b"access-control-allow-origin", allowed),
        (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
    ]


def preflight_headers() -> Headers:
    """Return the methods and headers that a page may use."""
    return [
        (b"access-control-allow-methods", b"GET"),
        (b"access-control-allow-headers", ", ".join(settings.CORS_ALLOW_HEADERS).encode()),
        (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
        (b"content-length", b"0"),
    ]
