"""Work in several processes, for commands."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import Any

from django.db import connections

Mapping = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@contextmanager
def mapping_over(processes: int, *, chunk: int = 1) -> Iterator[Mapping]:
    """Return ``map``, or one that works in other processes and returns the results in order.

    A process gets ``chunk`` items at a time. The mapping raises ``BrokenProcessPool`` if a process
    ends.
    """
    if processes == 1:
        yield map
        return
    connections.close_all()  # a forked process must not use a connection of this one
    pool = ProcessPoolExecutor(
        processes,
        mp_context=get_context("fork"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),  # this process handles it
    )
    try:
        pool.submit(int).result()  # the first task forks all processes
        yield partial(pool.map, chunksize=chunk)
    finally:
        pool.shutdown(cancel_futures=True)
