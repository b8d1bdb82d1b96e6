"""CPU and memory of the processes of a run, by what they do, and the work of the database.

Read from /proc and from the statistics of PostgreSQL.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import psycopg

from bench.footprint import pss_of
from bench.service import children_of, cpu_of, family, name_of

Pids = Mapping[str, Iterable[int]]
"""Running processes by their role."""
SECONDS = 1.0
"""Between two samples of CPU."""
MEMORY_EVERY = 5
"""Samples of CPU for each sample of memory, which takes longer to read."""


class Sample(NamedTuple):
    """CPU seconds used until an instant: of each role, and of everything on the machine."""

    at: float
    cpu: dict[str, float]
    machine: float


class Usage(NamedTuple):
    """What one role used: percent of a core, the most memory in MB, the most processes at once."""

    percent: float
    megabytes: float
    processes: int


class Watch:
    """Samples of the CPU and memory of processes that come and go."""

    def __init__(
        self,
        find: Callable[[], Pids],
        *,
        cpu: Callable[[int], float] = cpu_of,
        pss: Callable[[int], float] = pss_of,
    ) -> None:
        self.find, self.cpu, self.pss = find, cpu, pss
        self.last: dict[tuple[str, int], float] = {}
        self.ended: dict[str, float] = defaultdict(float)
        """CPU seconds of processes that have ended, as they were seen last."""
        self.samples: list[Sample] = []
        self.megabytes: dict[str, float] = defaultdict(float)
        self.processes: dict[str, int] = defaultdict(int)

    def sample(self, *, with_memory: bool) -> None:
        """Add a sample of all processes that run now."""
        pids = {role: list(found) for role, found in self.find().items()}
        now = {(role, pid): self.cpu(pid) for role, found in pids.items() for pid in found}
        for (role, pid), before in self.last.items():
            if now.get((role, pid), 0.0) < before:  # it has ended; a new one may have its number
                self.ended[role] += before
        self.last = now
        totals = dict(self.ended)
        for (role, _), used in now.items():
            totals[role] = totals.get(role, 0.0) + used
        self.samples.append(Sample(time.time(), totals, machine_cpu()))
        for role, found in pids.items():
            self.processes[role] = max(self.processes[role], len(found))
            if with_memory:
                self.megabytes[role] = max(self.megabytes[role], sum(map(self.pss, found)))

    def run(self, stop: Event) -> None:
        """Sample until ``stop`` is set."""
        count = 0
        while not stop.wait(SECONDS):
            with suppress(psycopg.Error):
                self.sample(with_memory=count % MEMORY_EVERY == 0)
            count += 1

    def start(self) -> Callable[[], None]:
        """Sample in a thread of its own. Return a function that ends it."""
        stop = Event()
        thread = Thread(target=self.run, args=(stop,), daemon=True)
        thread.start()

        def end() -> None:
            stop.set()
            thread.join()

        return end

    def usage(self, begin: float, end: float) -> dict[str, Usage]:
        """Return what each role used between two instants."""
        first, last = self.ends(begin, end)
        span = last.at - first.at
        return {
            role: Usage(
                round(100 * (last.cpu.get(role, 0.0) - first.cpu.get(role, 0.0)) / span, 1),
                round(self.megabytes[role], 1),
                count,
            )
            for role, count in self.processes.items()
        }

    def others(self, begin: float, end: float) -> float:
        """Return the CPU that everything else on the machine used, in percent of a core."""
        first, last = self.ends(begin, end)
        ours = sum(last.cpu.values()) - sum(first.cpu.values())
        return round(100 * (last.machine - first.machine - ours) / (last.at - first.at), 1)

    def ends(self, begin: float, end: float) -> tuple[Sample, Sample]:
        """Return the first and the last sample between two instants."""
        inside = [sample for sample in self.samples if begin <= sample.at <= end]
        if len(inside) < 2:
            raise ValueError("The run was too short to be watched.")
        return inside[0], inside[-1]


def machine_cpu() -> float:
    """Return the CPU seconds that everything on this machine has used, on all cores."""
    words = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _, _, interrupts, soft_interrupts = map(int, words[:7])
    ticks = user + nice + system + interrupts + soft_interrupts
    return ticks / os.sysconf("SC_CLK_TCK")


def families(roots: Mapping[str, int]) -> dict[str, list[int]]:
    """Return the processes and all their descendants, by role."""
    return {role: family(pid) for role, pid in roots.items()}


def family_by_name(pid: int, names: Mapping[str, str]) -> dict[str, list[int]]:
    """Return a process, and for each of its children that child's family, by the child's name.

    ``names`` has other names for some roles.
    """
    found: dict[str, list[int]] = defaultdict(list, {"up": [pid]})
    for child in children_of(pid):
        name = name_of(child)
        if name:
            found[names.get(name, name)] += family(child)
    return found


# --- PostgreSQL --------------------------------------------------------------------------------

BACKENDS = """
SELECT pid, datname IS NULL FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND (datname = current_database() OR datname IS NULL)
"""
COUNTERS = (
    *("xact_commit", "xact_rollback", "tup_returned", "tup_fetched", "tup_inserted"),
    *("tup_updated", "tup_deleted", "blks_read", "blks_hit", "temp_bytes", "deadlocks"),
)
COUNTED = f"SELECT {', '.join(COUNTERS)} FROM pg_stat_database WHERE datname = current_database()"
RESET = """
SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
"""
STATEMENTS = """
SELECT calls, total_exec_time, rows, query FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY total_exec_time DESC
"""
LONGEST_STATEMENTS = 15
STATEMENT_LENGTH = 160


class Postgres:
    """The database of a run."""

    def __init__(self, url: str) -> None:
        self.connection: psycopg.Connection[Any] = psycopg.connect(url, autocommit=True)
        self.has_statements = self.statements_start()
        self.before: dict[str, int] = {}

    def pids(self) -> dict[str, list[int]]:
        """Return the backends of this database, and the processes that all databases share.

        They are empty if PostgreSQL runs on another machine.
        """
        found: dict[str, list[int]] = {"postgres": [], "postgres, shared": []}
        for pid, shared in self.connection.execute(BACKENDS):
            if name_of(pid) in ("postgres", "postmaster"):
                found["postgres, shared" if shared else "postgres"].append(pid)
        return found

    def statements_start(self) -> bool:
        """Count statements from now on. False if the server does not load the extension."""
        try:
            self.connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
            self.connection.execute(RESET)
        except psycopg.Error:
            return False
        return True

    def counters(self) -> dict[str, int]:
        self.connection.execute("SELECT pg_stat_clear_snapshot()")
        row = self.connection.execute(COUNTED.encode()).fetchone() or ()
        return dict(zip(COUNTERS, row, strict=True))

    def begin(self) -> None:
        """Count from now on."""
        if self.has_statements:
            self.connection.execute(RESET)
        self.before = self.counters()

    def work(self) -> dict[str, Any]:
        """Return what the database has done since ``begin``."""
        counted = {name: now - self.before[name] for name, now in self.counters().items()}
        if not self.has_statements:
            return {"counters": counted, "statements": None}
        rows = self.connection.execute(STATEMENTS).fetchall()
        longest = [
            {
                "calls": calls,
                "milliseconds": round(milliseconds, 1),
                "rows": count,
                "statement": " ".join(text.split())[:STATEMENT_LENGTH],
            }
            for calls, milliseconds, count, text in rows[:LONGEST_STATEMENTS]
        ]
        calls = sum(row[0] for row in rows)
        return {"counters": counted, "statements": {"calls": calls, "longest": longest}}
