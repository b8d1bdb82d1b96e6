"""One client that listens: it is told what its feed reads, as fast as it takes it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Any

from django.conf import settings

from core.api.errors import problem_document
from core.api.handler import problem_of
from games.streams.database import LOST, Database
from games.streams.feeds import Feed, Reading
from games.streams.hub import Hub, Watcher
from games.streams.messages import HEARTBEAT, RETRY, message, place

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

LOST_PAUSE = 1.0
"""Seconds between two attempts to reach a database that is gone."""
HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)


class Connection:
    """Reads, sends, and sleeps until it is woken; nobody else sends anything to this client."""

    def __init__(self, feed: Feed, hub: Hub, database: Database, send: Send) -> None:
        self.feed = feed
        self.hub = hub
        self.database = database
        self.send = send
        self.watcher = Watcher(feed.caller.user_id)
        self.closing = False
        self.started = False

    def close(self) -> None:
        """End it as soon as what is being sent was taken."""
        self.closing = True
        self.watcher.woken.set()

    async def run(self, receive: Receive) -> None:
        """Until the client leaves, its time is over, or the process ends.

        Raises what the first reading refuses; later ones are told in the stream, which then ends.
        """
        leaving = asyncio.create_task(self.wait_for_disconnect(receive))
        try:
            await self.stream()
        except OSError:  # also that the time to send was over
            if not self.started:
                raise
            logger.debug("A client that takes nothing was given up.")
        finally:
            self.hub.forget(self.watcher)
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    async def wait_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.close()

    async def stream(self) -> None:
        # Each ends at a moment of its own, so that not all clients come back at once.
        end = now() + settings.STREAM_LIFETIME * uniform(0.9, 1.0)
        self.hub.follow(self.watcher, self.feed.watched)
        known = self.feed.place
        reading = await self.read_feed()
        await self.begin([] if known is None else [place(known)])
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
                logger.warning("A stream has lost the database: %s", error)
                self.watcher.woken.set()
                await asyncio.sleep(LOST_PAUSE)
                reading = Reading()
            except Exception as error:
                await self.chunk(refusal(error))
                break
        await self.chunk(b"", more=False)

    async def read_feed(self) -> Reading:
        """Read what is new. What comes while it reads wakes it again."""
        self.watcher.woken.clear()
        reading = await self.database.run(self.feed.read)
        if reading.seen:
            self.hub.follow(self.watcher, reading.seen)
        return reading

    async def sleep(self, end: float) -> None:
        """Until there is something to read, or the time is over; now and then a sign of life."""
        while now() < end:
            try:
                async with asyncio.timeout(min(settings.STREAM_HEARTBEAT, end - now())):
                    await self.watcher.woken.wait()
                return
            except TimeoutError:
                await self.chunk(HEARTBEAT)

    # --- bytes ---------------------------------------------------------------------------------

    async def begin(self, first: list[bytes]) -> None:
        self.started = True
        headers = [*HEADERS, (b"content-language", self.feed.language.encode())]
        await self.send_event({"type": "http.response.start", "status": 200, "headers": headers})
        await self.chunk(RETRY + b"".join(first))

    async def chunk(self, body: bytes, *, more: bool = True) -> None:
        await self.send_event({"type": "http.response.body", "body": body, "more_body": more})

    async def send_event(self, event: dict[str, Any]) -> None:
        """Send; a client that does not read is waited for here, and holds up nobody else."""
        async with asyncio.timeout(settings.STREAM_SEND_TIMEOUT):
            await self.send(event)


def refusal(error: Exception) -> bytes:
    """The last message: why the client may hear no more."""
    problem = problem_of(error)
    if problem is None:
        raise error
    return message("problem", problem_document(problem))


def now() -> float:
    return asyncio.get_running_loop().time()
