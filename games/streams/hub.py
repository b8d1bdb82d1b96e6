"""Who has to be woken when a game changes, or a user sits down.

Two ways lead here: Redis tells at once, and a poll finds what Redis did not tell. Neither carries
more than an id; what a client is told of it, its own stream reads for itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.play.wakeup import CHANNEL
from games.streams.database import LOST, Database
from games.streams.feeds import Mark, seats_now, versions_now

logger = logging.getLogger(__name__)

KEYS_PER_QUERY = 500
CANCEL_AGAIN_SECONDS = 0.1
RECONNECT_SECONDS = 1.0
CLIENT_NAME = "citadels-streams"  # as CLIENT LIST shows it to the operator


class Watcher:
    """One stream: ``woken`` is a flag, not a queue, so that a slow client costs no memory."""

    __slots__ = ("seen", "user_id", "woken")

    def __init__(self, user_id: UUID) -> None:
        self.user_id = user_id
        self.woken = asyncio.Event()
        self.seen: dict[UUID, Mark] = {}


class Hub:
    """All streams of this process, by what they wait for."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.watchers: dict[UUID, set[Watcher]] = {}
        self.listening = False
        self.tasks: list[asyncio.Task[None]] = []
        self.poll_now = asyncio.Event()

    # --- streams come and go -------------------------------------------------------------------

    def follow(self, watcher: Watcher, seen: Mapping[UUID, Mark]) -> None:
        """Wake ``watcher`` when one of these changes from what it has seen.

        What it was not yet waiting for may have changed since it was read: then it reads again.
        """
        for key in watcher.seen.keys() - seen.keys():
            self.let_go(watcher, key)
        for key in seen.keys() - watcher.seen.keys():
            self.watchers.setdefault(key, set()).add(watcher)
            watcher.woken.set()
        watcher.seen = dict(seen)

    def forget(self, watcher: Watcher) -> None:
        self.follow(watcher, {})

    def let_go(self, watcher: Watcher, key: UUID) -> None:
        waiting = self.watchers[key]
        waiting.discard(watcher)
        if not waiting:
            del self.watchers[key]

    def wake(self, key: UUID) -> None:
        """Something has happened to this game or user."""
        for watcher in self.watchers.get(key, ()):
            watcher.woken.set()

    # --- news comes in -------------------------------------------------------------------------

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self.poll())]
        if settings.REDIS_URL:
            self.tasks.append(asyncio.create_task(self.listen()))

    async def stop(self) -> None:
        """End the tasks. The Redis client can swallow a cancellation while it connects."""
        waiting = set(self.tasks)
        while waiting:
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def listen(self) -> None:
        """Hear what Redis tells, and come back to it when it is lost."""
        while True:
            try:
                async with redis_client(settings.REDIS_URL) as client:
                    await self.receive(client)
            except (RedisError, OSError) as error:
                if self.listening:
                    logger.warning("Redis is lost, streams poll: %s", error)
            self.listening = False
            self.poll_now.set()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def receive(self, client: Redis) -> None:
        async with client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                received = await channel.get_message(timeout=5)
                if received is None:
                    continue
                if received["type"] == "message":
                    self.handle(received["data"])
                elif received["type"] == "subscribe":
                    self.listening = True
                    self.poll_now.set()  # for what was told before

    def handle(self, text: Any) -> None:
        try:
            self.wake(UUID(text.decode("ascii")))
        except ValueError:
            logger.warning("Redis told what is no id.")

    async def poll(self) -> None:
        """Look for what nobody told: often when nobody tells anything, else now and then."""
        while True:
            pause = settings.STREAM_POLL if self.listening else settings.STREAM_POLL_ALONE
            try:
                async with asyncio.timeout(pause):
                    await self.poll_now.wait()
            except TimeoutError:
                pass
            self.poll_now.clear()
            try:
                await self.check_all()
            except LOST as error:
                logger.warning("Streams cannot reach the database: %s", error)
            except Exception:
                logger.exception("Looking round for streams failed.")

    async def check_all(self) -> None:
        """Wake who has not seen the newest version of what he follows."""
        users = {watcher.user_id for waiting in self.watchers.values() for watcher in waiting}
        users &= self.watchers.keys()
        for keys in batches(self.watchers.keys() - users):
            self.compare(await self.database.run(partial(versions_now, keys)))
        for keys in batches(users):
            self.compare(await self.database.run(partial(seats_now, keys)))

    def compare(self, marks: Mapping[UUID, Mark]) -> None:
        for key, mark in marks.items():
            for watcher in self.watchers.get(key, ()):
                if watcher.seen.get(key) != mark:
                    watcher.woken.set()


def redis_client(url: str) -> Redis:
    """A line that notices when the other end is gone, even if nobody hangs up."""
    return Redis.from_url(
        url, client_name=CLIENT_NAME, health_check_interval=10, socket_connect_timeout=5
    )


def batches(keys: Iterable[UUID]) -> Iterator[list[UUID]]:
    rest = iter(list(keys))
    while batch := list(islice(rest, KEYS_PER_QUERY)):
        yield batch
