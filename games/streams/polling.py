"""Long polls: streams for clients that can only read whole replies."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from core import json
from games.streams.connections import Connection, Send, now
from games.streams.hub import Database, Hub
from games.streams.user_feed import UserFeed

WAIT_MAX = 25
"""Seconds: less than the 30 after which many clients and proxies give up."""
HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))


class LongPoll(Connection):
    """A connection that sends one reply: the next messages, or none after ``wait`` seconds."""

    feed: UserFeed

    def __init__(
        self, feed: UserFeed, hub: Hub, database: Database, send: Send, *, wait: int
    ) -> None:
        super().__init__(feed, hub, database, send)
        self.wait = wait

    async def stream(self) -> None:
        end = now() + self.wait
        self.hub.follow(self.watcher, self.feed.watched)
        reading = await self.read_feed()
        while not (reading.messages or self.closing or now() >= end):
            with suppress(TimeoutError):
                async with asyncio.timeout(end - now()):
                    await self.watcher.woken.wait()
            reading = await self.read_feed()
        page = b'{"messages":[%s],"last_event_id":%s}' % (
            b",".join(map(as_json, reading.messages)),
            json.dumps(self.feed.cursor()),
        )
        self.started = True
        headers = [*HEADERS, (b"content-language", self.feed.language.encode())]
        await self.send_event({"type": "http.response.start", "status": 200, "headers": headers})
        await self.chunk(page, more=False)


def as_json(message: bytes) -> bytes:
    """Return a message as a JSON object, without its id."""
    fields = dict(line.split(b": ", 1) for line in message.strip().split(b"\n"))
    return b'{"kind":"%s","data":%s}' % (fields[b"event"], fields[b"data"])
