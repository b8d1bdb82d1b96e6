"""The connection of one client: it sends what its feed reads, as fast as the client accepts it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Any

from django.conf import settings

from core import tracing
from core.api.errors import problem_document
from core.api.handler import problem_of
from games.streams.feeds import HEARTBEAT, RETRY, Feed, Reading, message
from games.streams.hub import LOST, Database, Hub, Watcher

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

LOST_PAUSE = 1.0
"""Seconds between attempts to reach an unavailable database."""
HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)


class Connection:
    """The only sender to one client. It reads, sends, and sleeps until it is woken."""

    def __init__(self, feed: Feed, hub: Hub, database: Database, send: Send) -> None:
        self.feed = feed
        self.hub = hub
        self.database = database
        self.send = send
        self.watcher = Watcher(feed.caller.user_id)
        self.closing = False
        self.started = False

    def close(self) -> None:
        """End the stream after the message that is being sent."""
        self.closing = True
        self.watcher.woken.set()

    async def run(self, receive: Receive) -> None:
        """Serve the client until it disconnects, the stream's lifetime is over or the process ends.

        Raises the errors of the first reading. Later errors are sent in the stream, which then
        ends.
        """
        leaving = asyncio.create_task(self.wait_for_disconnect(receive))
        try:
            await self.stream()
        except OSError:  # including the TimeoutError of sending
            if not self.started:
                raise
            logger.debug("Closed the stream of a client that does not read.")
        finally:
            self.hub.forget(self.watcher)
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    async def wait_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.close()

    async def stream(self) -> None:
        # Random lifetimes, so that not all clients reconnect at the same time.
        end = now() + settings.STREAM_LIFETIME * uniform(0.9, 1.0)
        self.hub.follow(self.watcher, self.feed.watched)
        reading = await self.read_feed()
        await self.begin()
        while not self.closing and now() < end:
            if reading.messages:
                await self.chunk(b"".join(reading.messages))
            if not reading.more:
                await self.sleep(end)
            if self.closing or now() >= end:
                break
            try:
                reading = await self.read_feed()
            except LOST as error:
                logger.warning("A stream cannot reach the database: %s", error)
                self.watcher.woken.set()
                await asyncio.sleep(LOST_PAUSE)
                reading = Reading()
            except Exception as error:
                await self.chunk(refusal(error))
                break
        await self.chunk(b"", more=False)

    async def read_feed(self) -> Reading:
        """Read what is new. Changes during the reading wake the connection again."""
        self.watcher.woken.clear()
        cause, self.watcher.cause = self.watcher.cause, ""
        with tracing.trace("stream", "CONSUMER", parent=cause) if cause else tracing.NO_SPAN:
            reading = await self.database.run(self.feed.read)
        if reading.seen:
            self.hub.follow(self.watcher, reading.seen)
        return reading

    async def sleep(self, end: float) -> None:
        """Wait until there is something to read or the lifetime is over. Send heartbeats."""
        while now() < end:
            try:
                async with asyncio.timeout(min(settings.STREAM_HEARTBEAT, end - now())):
                    await self.watcher.woken.wait()
                return
            except TimeoutError:
                await self.chunk(HEARTBEAT)

    # --- bytes ---------------------------------------------------------------------------------

    async def begin(self) -> None:
        self.started = True
        headers = [*HEADERS, (b"content-language", self.feed.language.encode())]
        await self.send_event({"type": "http.response.start", "status": 200, "headers": headers})
        await self.chunk(RETRY)

    async def chunk(self, body: bytes, *, more: bool = True) -> None:
        await self.send_event({"type": "http.response.body", "body": body, "more_body": more})

    async def send_event(self, event: dict[str, Any]) -> None:
        """Send an ASGI event. A client that does not read delays only its own connection."""
        async with asyncio.timeout(settings.STREAM_SEND_TIMEOUT):
            await self.send(event)


def refusal(error: Exception) -> bytes:
    """Return the last message of a stream: the error that ends it."""
    problem = problem_of(error)
    if problem is None:
        raise error
    return message("problem", problem_document(problem))


def now() -> float:
    """Return the time of the event loop, in seconds."""
    return asyncio.get_running_loop().time()
