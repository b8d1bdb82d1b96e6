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
from core.log_context import context_set_game, context_set_user
from games.streams.connections import Connection, Receive, Send
from games.streams.database import Database
from games.streams.errors import StreamsFull, TooManyStreams
from games.streams.hub import Hub
from games.streams.requests import StreamRequest, feed_for

logger = logging.getLogger(__name__)

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
        elif scope["type"] == "http":
            accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
            with override(choose_language(accepted)):  # for problems
                await self.answer(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    # --- one request ---------------------------------------------------------------------------

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request with a stream, or with a problem document."""
        connection = None
        try:
            request = StreamRequest.of(scope)
            if self.stopping or len(self.connections) >= settings.STREAMS_PER_PROCESS:
                raise StreamsFull
            context_set_game(request.game_id)
            feed = await self.database.run(partial(feed_for, request))
            context_set_user(feed.caller.user_id)
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
    body = json.dumps(problem_document(problem))
    headers = [(b"content-type", PROBLEM_TYPE.encode()), (b"cache-control", b"no-store")]
    headers.append((b"content-language", get_language().encode()))
    headers += [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in headers_of(problem).items()
    ]
    status = int(status_of(problem))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
