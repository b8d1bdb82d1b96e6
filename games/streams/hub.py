"""The hub wakes the streams that follow a game or user when it changes, and ``Database`` reads for
them in threads, so that the event loop never waits for the database.

Redis reports changes immediately, and polling finds the changes that Redis missed. Both deliver
only ids; each stream reads the data itself.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.play.wakeup import CHANNEL
from games.streams.feeds import Mark, seats_now, versions_now

logger = logging.getLogger(__name__)

KEYS_PER_QUERY = 500
TRACED_WATCHERS = 10
"""Streams of one change whose reads are traced. More say nothing new, and a game may have hundreds.
"""
CANCEL_AGAIN_SECONDS = 0.1
RECONNECT_SECONDS = 1.0
CLIENT_NAME = "citadels-streams"  # shown by CLIENT LIST
Result = TypeVar("Result")
LOST = (InterfaceError, OperationalError)
CLOSE_SECONDS = 5.0
"""How long closing waits for running reads, in seconds."""


class Database:
    """A pool of threads, each with a persistent database connection."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="stream-reads")

    async def run(self, read: Callable[[], Result]) -> Result:
        """Run ``read`` in a thread. Reconnects once if the connection is lost."""
        here = copy_context()  # the logging context of the request
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, here.run, reading, read)

    def close(self) -> None:
        """Close all connections."""
        gate = threading.Barrier(self.threads)

        def part() -> None:
            gate.wait(CLOSE_SECONDS)  # so that each thread runs this once
            connections.close_all()

        for part_of_one in [self.pool.submit(part) for _ in range(self.threads)]:
            part_of_one.exception(CLOSE_SECONDS * 2)
        self.pool.shutdown(wait=False, cancel_futures=True)


def reading(read: Callable[[], Result]) -> Result:
    """Run ``read``, and retry it once with a new connection."""
    try:
        return read()
    except LOST:  # after a database restart, all connections of the thread are broken
        connections.close_all()
        return read()


class Watcher:
    """The hub's side of one stream. ``woken`` is a flag, so that a slow client needs no queue."""

    __slots__ = ("cause", "seen", "user_id", "woken")

    def __init__(self, user_id: UUID) -> None:
        self.user_id = user_id
        self.woken = asyncio.Event()
        self.seen: dict[UUID, Mark] = {}
        self.cause = ""
        """The ``traceparent`` of the change that has woken it, if that is traced."""


class Hub:
    """The streams of this process, by the games and users that they follow."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.watchers: dict[UUID, set[Watcher]] = {}
        self.listening = False
        self.tasks: list[asyncio.Task[None]] = []
        self.poll_now = asyncio.Event()

    # --- watchers ------------------------------------------------------------------------------

    def follow(self, watcher: Watcher, seen: Mapping[UUID, Mark]) -> None:
        """Wake the watcher when a mark differs from the one that it has seen.

        A game or user that it did not follow before may have changed since it was read, so the
        watcher is woken at once.
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

    def wake(self, key: UUID, cause: str = "") -> None:
        """Wake the watchers of a game or user. The first ones continue the trace of ``cause``."""
        for number, watcher in enumerate(self.watchers.get(key, ())):
            watcher.cause = cause if number < TRACED_WATCHERS else ""
            watcher.woken.set()

    # --- sources of changes --------------------------------------------------------------------

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self.poll())]
        if settings.REDIS_URL:
            self.tasks.append(asyncio.create_task(self.listen()))

    async def stop(self) -> None:
        """End the tasks. Cancels repeatedly, since the Redis client can swallow a cancellation."""
        waiting = set(self.tasks)
        while waiting:
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def listen(self) -> None:
        """Receive changes from Redis, and reconnect when the connection is lost."""
        while True:
            try:
                async with redis_client(settings.REDIS_URL) as client:
                    await self.receive(client)
            except (RedisError, OSError) as error:
                if self.listening:
                    logger.warning("Lost the connection to Redis, streams poll: %s", error)
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
                    self.poll_now.set()  # for changes before the subscription

    def handle(self, text: Any) -> None:
        try:
            key, _, cause = text.decode("ascii").partition(" ")
            self.wake(UUID(key), cause)
        except ValueError:
            logger.warning("Received a message from Redis that is not an id.")

    async def poll(self) -> None:
        """Look for missed changes: often without Redis, rarely with it."""
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
                logger.exception("Polling for streams failed.")

    async def check_all(self) -> None:
        """Wake the watchers that have not seen the newest mark of what they follow."""
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
    """Return a client that detects a dead connection, even if it was not closed."""
    return Redis.from_url(
        url, client_name=CLIENT_NAME, health_check_interval=10, socket_connect_timeout=5
    )


def batches(keys: Iterable[UUID]) -> Iterator[list[UUID]]:
    """Yield the keys in lists that one query can take."""
    rest = iter(list(keys))
    while batch := list(islice(rest, KEYS_PER_QUERY)):
        yield batch
