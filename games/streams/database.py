"""Database reads in threads, so that the event loop never waits for the database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connections

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
