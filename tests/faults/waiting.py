"""Threads that wait where a test wants them to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import QuerySet

from tests.faults.together import PATIENCE


class Gate:
    """Where one thread waits until another lets it go on."""

    def __init__(self) -> None:
        self.reached, self.opened = Event(), Event()

    def before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, which waits at the gate before it does anything."""

        def waiting(*args: Any, **words: Any) -> Any:
            self.reached.set()
            assert self.opened.wait(PATIENCE)
            return function(*args, **words)

        return waiting

    def arrived(self) -> None:
        """Return when somebody is at the gate."""
        assert self.reached.wait(PATIENCE)


class Meanwhile:
    """Something that is done in a thread, on a connection of its own."""

    def __init__(self, action: Callable[[], Any]) -> None:
        self.result: Any = None
        self.error: Exception | None = None
        self.thread = Thread(target=self.run, args=(action,))
        self.thread.start()

    def run(self, action: Callable[[], Any]) -> None:
        try:
            self.result = action()
        except Exception as error:  # for the test that reads the result
            self.error = error
        finally:
            connections.close_all()

    @property
    def done(self) -> bool:
        return not self.thread.is_alive()

    def ended(self) -> Any:
        """What came of it."""
        self.thread.join(PATIENCE)
        assert self.done
        if self.error is not None:
            raise self.error
        return self.result


class Release(Event):
    """Lets locked rows go when it is set."""

    holder = 0
    """The process of PostgreSQL that has the lock."""

    def is_awaited(self) -> bool:
        """True if a connection waits for the rows."""
        with connection.cursor() as cursor:
            blocked = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))"
            cursor.execute(blocked, [self.holder])
            return bool(cursor.fetchone()[0])


@contextmanager
def hold_lock(rows: QuerySet[Any]) -> Iterator[Release]:
    """Hold the lock of these rows on another connection, until the event is set."""
    locked, release = Event(), Release()

    def hold() -> None:
        with transaction.atomic():
            list(rows.select_for_update(of=("self",)))
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (release.holder,) = cursor.fetchone()
            locked.set()
            release.wait(PATIENCE)

    holder = Meanwhile(hold)
    assert locked.wait(PATIENCE)
    try:
        yield release
    finally:
        release.set()
        holder.ended()


def until(true: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Return, in seconds, how long it took until ``true()``; fail after ``patience``."""
    begin = monotonic()
    while not true():
        assert monotonic() < begin + patience, f"not so after {patience} s"
        sleep(0.02)
    return monotonic() - begin


def somebody_waits() -> bool:
    """True if a connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
