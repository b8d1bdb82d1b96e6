"""A full disk for longer than all attempts of every queue: what is due waits, and nothing fails."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Any

import pytest
import time_machine
from django.db import Error, OperationalError, connection
from django.utils import timezone

from accounts.models import AccountExport, OutgoingEmail
from core.leases import LeasedRows
from games.models import Analysis, AnalysisStatus, BulkAction, Failure, Pause, PauseKind
from notifications.models import Delivery, OutboxEntry, Progress
from tests.conftest import user_named
from tests.faults import queues as rows
from tests.faults.figures import Note
from tests.faults.queues import CASES, Case
from tests.faults.test_killed import mails, queues, receiver
from tests.notifications.receiver import Receiver

__all__ = ["mails", "receiver"]

pytestmark = [
    pytest.mark.fault(19),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
SECOND = timedelta(seconds=1)
SECONDS = float(os.environ.get("FULL_DISK_SECONDS", 0))
ROWS = 3
"""Rows of each case that are due on the disk that is really full."""
WRITES = ("INSERT", "UPDATE", "DELETE")
SMALL = ('"games_heartbeat"', '"games_outage"', '"games_bulkaction"')
"""Tables whose few rows are changed in place. Without them no sweep would begin."""
DISK_FULL = "DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$"


class FullDisk:
    """Refuses writes, but not those of ``spared`` methods."""

    def __init__(self) -> None:
        self.refused = self.depth = 0

    def spared(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def within(*args: Any, **words: Any) -> Any:
            self.depth += 1
            try:
                return method(*args, **words)
            finally:
                self.depth -= 1

        return within

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.depth or not sql.startswith(WRITES) or any(table in sql for table in SMALL):
            return execute(sql, params, many, context)
        self.refused += 1
        if connection.vendor == "postgresql":
            execute(DISK_FULL, None, False, context)
        raise OperationalError("database or disk is full")


@pytest.mark.parametrize("gives_back", [True, False])
@pytest.mark.parametrize("kind", [kind for kind in CASES if kind.queue is not None])
def test_no_row_is_given_up(
    kind: type[Case],
    gives_back: bool,
    mails: Path,
    receiver: Receiver,
    note: Note,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Workers can take leases all the time, and give attempts back or not even that."""
    queue: Any = kind.queue
    case = kind(mails, receiver)
    undisturbed = case.due()
    case.work()
    expected = case.effect(undisturbed)
    disk = FullDisk()
    for name, value in shortened(queue).items():
        monkeypatch.setattr(queue, name, value)
    monkeypatch.setattr(queue, "take_lease", disk.spared(queue.take_lease))
    if gives_back:
        monkeypatch.setattr(LeasedRows, "give_back", disk.spared(LeasedRows.give_back))
    row = case.due()
    attempts = (queue.max_attempts or 0) + 5
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with connection.execute_wrapper(disk):
            for _ in range(attempts):
                clock.shift(case.wait + 30 * SECOND)
                with suppress(Error):
                    case.work()
        assert disk.refused >= attempts
        for _ in range(2):
            clock.shift(case.wait + SECOND)
            case.work()
    assert case.effect(row) == expected
    assert case.received(row) in (None, 1)
    note("queues", len(list(queues())))


def shortened(queue: type[LeasedRows[Any]]) -> dict[str, Any]:
    """Leases and waits that are all the same."""
    return {"lease": SECOND, "longest_lease": SECOND, "waits": [SECOND for _ in queue.waits]}


# --- a disk that is really full ------------------------------------------------------------------


@contextmanager
def small_disk() -> Iterator[Path]:
    """All tables are on a small file system. It is full while there is the file that this yields.

    Rows are inserted into the first tenth of a page only, so that nearly all need a new page.
    """
    place = Path(mkdtemp(prefix="full_disk_"))
    ((data,),) = run("SHOW data_directory")
    if os.getuid() or not Path(data).is_dir():
        pytest.skip("mounting needs root, and a PostgreSQL on this machine")
    options = f"size=128m,mode=0700,uid={Path(data).stat().st_uid}"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True)
    try:
        run(f"CREATE TABLESPACE {place.name} LOCATION '{place}'")
        move_tables("pg_default", place.name, "SET (fillfactor = 10)")
        yield place / "filler"
    finally:
        (place / "filler").unlink(missing_ok=True)
        move_tables(place.name, "pg_default", "RESET (fillfactor)")
        run(f"DROP TABLESPACE {place.name}")
        subprocess.run(["umount", place], check=True)
        place.rmdir()


def run(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall() if cursor.description else []


def move_tables(before: str, after: str, option: str) -> None:
    for table in connection.introspection.table_names():
        run(f'ALTER TABLE "{table}" {option}')
    for kind in ("TABLE", "INDEX"):
        run(f"ALTER {kind} ALL IN TABLESPACE {before} SET TABLESPACE {after}")


def fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


@pytest.fixture
def cases(mails: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    """A case of every queue, with users of its own and rows that are due."""
    numbers = count(1)
    monkeypatch.setattr(rows, "user_named", lambda name: user_named(f"{name}_{next(numbers)}"))
    kinds = [kind for kind in CASES if kind.queue is not None]
    # The first deletes all other games. The next fan out all entries that there are.
    # While the last is due, no other game is counted.
    first = (rows.TimeForAll, rows.GameMail)
    kinds.sort(key=lambda kind: [not issubclass(kind, one) for one in first])
    kinds.sort(key=lambda kind: kind is rows.Recomputation)
    cases = []
    for kind in kinds:
        cases.append(kind(mails, receiver))
        if kind is rows.TimeForAll:
            cases[0].due()
    for case in cases[1:]:
        for _ in range(ROWS):
            case.due()
    return cases


def work(cases: list[Case]) -> int:
    """Let each worker look for what is due; return how many rows are left."""
    for case in cases:
        with suppress(Error):
            case.work()
    return sum(len(queue().find(1000)) for queue in queues())


def failed() -> dict[str, int]:
    """Return how many rows have failed, by their kind."""
    return {
        "quarantined": Pause.objects.filter(kind=PauseKind.QUARANTINE).count(),
        "failures": Failure.objects.count(),
        "bulk": BulkAction.objects.exclude(failed=0).count(),
        "analyses": Analysis.objects.filter(status=AnalysisStatus.FAILED).count(),
        "exports": AccountExport.objects.filter(due_at=None, ready_at=None).count(),
        "e-mails": OutgoingEmail.objects.filter(due_at=None, sent_at=None).count(),
        "entries": OutboxEntry.objects.exclude(dead_at=None).count(),
        "deliveries": Delivery.objects.filter(progress=Progress.DEAD).count(),
    }


@pytest.mark.postgres
def test_nothing_fails_on_a_disk_that_is_really_full(
    cases: list[Case], note: Note, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FULL_DISK_SECONDS=600 lets it be full for that long in real time, with the usual leases."""
    refused = 0

    def counting(execute: Any, *statement: Any) -> Any:
        nonlocal refused
        try:
            return execute(*statement)
        except OperationalError:
            refused += 1
            raise

    if not SECONDS:
        for queue in queues():
            for name, value in shortened(queue).items():
                monkeypatch.setattr(queue, name, value)
    rounds = 5 + max(queue.max_attempts or 0 for queue in queues())
    begin, turns = monotonic(), 0
    with small_disk() as filler, time_machine.travel(timezone.now()) as clock:

        def go_on() -> int:
            nonlocal turns
            turns += 1
            left = work(cases)
            sleep(5.0) if SECONDS else clock.shift(30 * SECOND)
            return left

        fill(filler)
        with connection.execute_wrapper(counting):
            while turns < rounds or monotonic() < begin + SECONDS:
                assert go_on() is not None
        note("rounds", turns)
        note("statements refused", refused)
        assert refused > rounds
        filler.unlink()
        healed, turns = monotonic(), 0
        while go_on():
            assert turns < 4 * rounds
        note("all done after rounds", turns)
        note("s in real time", monotonic() - healed if SECONDS else 0)
        assert not any(failed().values()), failed()
