"""Processes of the test's own: they share its code, and nothing else; some are made to die."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections

from tests.faults.together import PATIENCE
from tests.faults.waiting import until

fork = multiprocessing.get_context("fork")
DIED = 9


def exit_code_of(target: Callable[..., Any], *args: Any) -> int | None:
    """Return how a child process ended that called ``target``.

    Waits until PostgreSQL has noticed the end, too: until then, its locks are held.
    """
    before = other_sessions()
    connections.close_all()  # the child must not share a connection
    child = fork.Process(target=target, args=args)
    child.start()
    child.join(5 * PATIENCE)
    until(lambda: other_sessions() <= before)
    return child.exitcode


def other_sessions() -> set[int]:
    """Return the ids of the other sessions of this database; none on SQLite."""
    if connection.vendor != "postgresql":
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return {pid for (pid,) in cursor.fetchall()}


def at_once_in_processes(*actions: Callable[[], Any], patience: float = PATIENCE) -> list[Any]:
    """Run the actions in processes that set out together; their results in order."""
    connections.close_all()
    gate = fork.Barrier(len(actions))
    pipes = [fork.Pipe(duplex=False) for _ in actions]

    def run(action: Callable[[], Any], end: Any) -> None:
        connections["default"].ensure_connection()
        gate.wait(PATIENCE)
        end.send(action())
        connections.close_all()

    children = [
        fork.Process(target=run, args=(action, pipe[1]))
        for action, pipe in zip(actions, pipes, strict=True)
    ]
    for child in children:
        child.start()
    for pipe in pipes:
        pipe[1].close()  # so that a child that dies is noticed
    results = [received(pipe[0], patience) for pipe in pipes]
    for child in children:
        child.join(PATIENCE)
    return results


def received(end: Any, patience: float) -> Any:
    assert end.poll(patience), "a process takes too long"
    return end.recv()


class Statements:
    """Counts what this process asks of the database, and ends the process after the ``last``."""

    def __init__(self, last: int = 0) -> None:
        self.count, self.last = 0, last

    def step(self) -> None:
        self.count += 1
        if self.count == self.last:
            os._exit(DIED)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        try:
            return execute(sql, params, many, context)
        finally:
            self.step()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count every statement, and every COMMIT as one."""
        database: Any = connection
        commit = database._commit

        def committed() -> Any:
            result = commit()
            self.step()
            return result

        database._commit = committed
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            del database._commit
