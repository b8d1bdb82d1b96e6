"""Reading the database from a process that must not wait for it: in a few threads of its own."""

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
"""Seconds that closing waits for reads that are still going on."""


class Database:
    """Threads, each with a connection that stays open."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="stream-reads")

    async def run(self, read: Callable[[], Result]) -> Result:
        """What ``read`` returns. A connection that was lost is opened anew, once."""
        here = copy_context()  # so that the log says for whom it was
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, here.run, reading, read)

    def close(self) -> None:
        """Let go of all connections."""
        gate = threading.Barrier(self.threads)

        def part() -> None:
            gate.wait(CLOSE_SECONDS)  # so that each thread takes one
            connections.close_all()

        for part_of_one in [self.pool.submit(part) for _ in range(self.threads)]:
            part_of_one.exception(CLOSE_SECONDS * 2)
        self.pool.shutdown(wait=False, cancel_futures=True)


def reading(read: Callable[[], Result]) -> Result:
    """``read``, on a connection that works, if there is one to be had."""
    try:
        return read()
    except LOST:
        connections.close_all()  # a restarted database leaves broken ones in all threads
        return read()
