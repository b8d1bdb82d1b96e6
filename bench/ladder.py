"""How strong the bots are: whole matches of one candidate among others, with intervals.

    make bench-ladder                        # about two minutes on two cores
    make bench-ladder ARGS=--long            # about three hours: may be broken off, and goes on
    make bench-ladder ARGS="--long --only goal: --seconds 1800"      # a part of it
    make bench-ladder ARGS="--former 0.2.0:heuristic"                # and with bots of a release

A block is one seed, played once for every seat of the candidate. The number of blocks is fixed by
the mode before anything is played; a matchup that has fewer is marked. Rows are kept in
``var/bench/ladder.jsonl`` and count while code, seeds and pace are the same, so that the next run
goes on. To tune the bots, measure them with ``--seeds tuning``: the seeds of acceptance are
for judging them.

Prints a table, writes ``bench/results/ladder-short.json``, or ``ladder.json`` in the long mode.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from hashlib import blake2b
from math import inf
from multiprocessing import active_children, get_context
from pathlib import Path
from re import search
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track

from bench import MISSING, RESULTS, write_results
from bench.arena import ACCEPTANCE, TUNING, Job, Pace, Row, played
from bench.calibration import calibration_seconds
from bench.comparison import Headline, Report
from bench.compiled import ROOT, ToolsMissing, built, environment
from bench.matchups import Matchup, matchups
from bench.standings import Figures, figures, table_of
from engine import COMPILED, registry

ROWS = ROOT / "var" / "bench" / "ladder.jsonl"
IN_HAND = 3
"""Matches for each process that are handed out ahead."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ladder", description="How strong the bots are.")
    parser.add_argument("--long", action="store_true", help="all matchups, for about three hours")
    parser.add_argument("--only", default="", metavar="PATTERN", help="a regex, found in names")
    parser.add_argument("--blocks", type=int, help="blocks for each matchup, instead of the plan")
    parser.add_argument("--seeds", choices=(ACCEPTANCE, TUNING), default=ACCEPTANCE)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--seconds", type=float, default=inf, help="start no match after this many seconds"
    )
    parser.add_argument(
        "--iterations", type=int, default=0, help="for each choice, in place of a clock"
    )
    parser.add_argument("--compiled", action="store_true", help="with the engine compiled to C")
    parser.add_argument(
        "--former", default="", metavar="COMMIT:LEVEL", help="bots to compare medium with"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of what is written")
    return parser.parse_args()


def wanted(given: argparse.Namespace) -> list[tuple[Matchup, int]]:
    """What is to be played, and how many blocks of each."""
    chosen = [one for one in matchups(given.former) if search(given.only, one.name)]
    planned = [(one, given.blocks or (one.long if given.long else one.short)) for one in chosen]
    return [(one, blocks) for one, blocks in planned if blocks]


def jobs(plan: Iterable[tuple[Matchup, int]], done: set[Any], job: Any) -> Iterator[Job]:
    """The matches that are still to be played: matchup by matchup, block by block."""
    for matchup, blocks in plan:
        for block in range(blocks):
            for seat in range(matchup.seats):
                if (matchup.name, block, seat) not in done:
                    yield job(matchup, block, seat)


def rows_of(left: list[Job], processes: int, deadline: float) -> Generator[Row, None, None]:
    """Play matches side by side, each as soon as a process is free."""
    queue = iter(left)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), deaf_to_interrupts)
    running: set[Future[Row]] = set()
    try:
        while True:
            while len(running) < processes * IN_HAND and time.monotonic() < deadline:
                job = next(queue, None)
                if job is None:
                    break
                running.add(pool.submit(played, job))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:  # broken off or not: nobody waits for a match that does not count
        for process in active_children():
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)


def deaf_to_interrupts() -> None:
    """Of Ctrl-C the process that asks for matches hears, not those that play them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def measured(given: argparse.Namespace, plan: list[tuple[Matchup, int]]) -> list[Row]:
    """Play what is missing of the plan; all rows of it, those kept from before included."""
    pace = Pace(given.iterations)
    terms = Terms(code_digest(), given.seeds, str(pace))
    rows = list(rows_read(terms))
    done = {(row.matchup, row.block, row.seat) for row in rows}
    left = list(jobs(plan, done, lambda one, n, seat: Job(one, given.seeds, n, seat, pace)))
    deadline = time.monotonic() + given.seconds
    console = Console(stderr=True)
    with closing(rows_of(left, given.processes, deadline)) as played_now:
        try:
            for row in track(played_now, "matches", total=len(left), console=console):
                keep(terms, row)
                rows.append(row)
        except KeyboardInterrupt:
            print("broken off; what was played is kept", file=sys.stderr)
    return rows


class Terms(NamedTuple):
    """What must be the same for rows to be added up."""

    code: str
    seeds: str
    pace: str


def code_digest() -> str:
    """Return a digest of all that bots and rules are made of, weights included, and whether they
    were compiled.
    """
    digest = blake2b(digest_size=8)
    files = [path for kind in ("*.py", "*.json") for path in (ROOT / "engine").rglob(kind)]
    for path in sorted(files):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() + ("-compiled" if COMPILED else "")


def keep(terms: Terms, row: Row, path: Path = ROWS) -> None:
    """Add a row at the end of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps([*terms, *row]) + "\n")


def rows_read(terms: Terms, path: Path = ROWS) -> Iterator[Row]:
    """Read the rows that were played on these terms."""
    lines = path.read_text().splitlines() if path.exists() else []
    for found in map(json.loads, lines):
        if tuple(found[:3]) == terms:
            yield Row(*found[3:])


def standings(plan: list[tuple[Matchup, int]], rows: Iterable[Row]) -> list[Figures]:
    """The figures of every matchup that has at least one whole block."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row.matchup].append(row)
    found = []
    for matchup, blocks in plan:
        mine = [row for row in by_name[matchup.name] if row.block < blocks]
        if (one := figures(matchup, mine, blocks)) is not None:
            found.append(one)
    return found


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release: the wins of the matchups with a goal."""
    return {
        one["name"]: Headline(one["rate"], more_is_better=True)
        for one in report["matchups"]
        if one["group"] == "goal"
    }


def main() -> int:
    given = arguments()
    if given.compiled and not COMPILED:
        try:
            place = built()
        except ToolsMissing as reason:
            print(f"not measured: {reason}")
            return MISSING
        again = [sys.executable, "-P", "-m", "bench.ladder", *sys.argv[1:]]
        os.execve(sys.executable, again, environment(place))
    started = time.perf_counter()
    plan = wanted(given)
    if not plan:
        print(f"nothing to play: no matchup of this mode has {given.only!r} in its name")
        return 2
    found = standings(plan, measured(given, plan))
    pace = Pace(given.iterations)
    kind = "compiled" if COMPILED else "pure Python"
    title = f"{'long' if given.long else 'short'} mode, seeds of {given.seeds}, {pace}, {kind}"
    Console(width=None if sys.stdout.isatty() else 165).print(table_of(title, found))
    report = {
        "games": [rules.version for rules in registry.rulesets()],
        "mode": "long" if given.long else "short",
        "seeds": given.seeds,
        "pace": str(pace),
        "code": code_digest(),
        "compiled": COMPILED,
        "processes": given.processes,
        "python": platform.python_version(),
        "calibration_seconds": round(calibration_seconds(), 4),
        "seconds": round(time.perf_counter() - started, 1),
        "matchups": found,
    }
    name = "ladder" if given.long else "ladder-short"
    same = ("seeds", "pace", "compiled")
    write_results(name, report, given.results, headlines, same)
    print(f"{len(found)} matchups in {report['seconds']} s")
    return 1 if any(one["verdict"] == "UNEVEN" for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
