"""How strong the bots are: whole matches of one candidate among others, with intervals.

    make bench-ladder                                               # about two minutes on two cores
    make bench-ladder ARGS="--only 'goal: expert' --blocks 100"     # a part of it, more exactly

A block is one seed, played once for every seat of the candidate. The number of blocks is fixed
before anything is played. Matchups of slow bots are played only with ``--blocks``. To tune the
bots, measure them with ``--seeds tuning``: the seeds of acceptance are for judging them.

Prints a table, and writes ``bench/results/ladder-short.json``.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from re import search

from rich.console import Console
from rich.progress import track

from bench import RESULTS, run, write_results
from bench.arena import ACCEPTANCE, TUNING, Job, Pace, Row, played
from bench.comparison import Headline, Report
from bench.compiled import built, environment, fingerprint
from bench.matchups import Matchup, matchups
from bench.standings import Figures, figures, table_of
from tablekernel import COMPILED, registry

Plan = list[tuple[Matchup, int]]
"""What is played, and how many blocks of each."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ladder", description="How strong the bots are.")
    parser.add_argument("--only", default="", metavar="PATTERN", help="a regex, found in names")
    parser.add_argument("--blocks", type=int, help="blocks for each matchup, instead of the plan")
    parser.add_argument("--seeds", choices=(ACCEPTANCE, TUNING), default=ACCEPTANCE)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--iterations", type=int, default=0, help="for each choice, in place of a clock"
    )
    parser.add_argument("--compiled", action="store_true", help="with the engine compiled to C")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of what is written")
    return parser.parse_args()


def choose_plan(only: str, blocks: int | None) -> Plan:
    """Return the matchups whose name matches, without those of no blocks."""
    chosen = [one for one in matchups() if search(only, one.name)]
    return [(one, blocks or one.blocks) for one in chosen if blocks or one.blocks]


def play(plan: Plan, seeds: str, pace: Pace, processes: int) -> Iterator[Row]:
    """Play all matches of a plan, side by side."""
    jobs = [
        Job(matchup, seeds, block, seat, pace)
        for matchup, blocks in plan
        for block in range(blocks)
        for seat in range(matchup.seats)
    ]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        rows = pool.map(played, jobs)
        yield from track(rows, "matches", total=len(jobs), console=Console(stderr=True))


def standings(plan: Plan, rows: Iterable[Row]) -> list[Figures]:
    """Return the figures of every matchup."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row.matchup].append(row)
    return [figures(matchup, by_name[matchup.name]) for matchup, _ in plan]


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
        again = [sys.executable, "-P", "-m", "bench.ladder", *sys.argv[1:]]
        os.execve(sys.executable, again, environment(built()))
    started = time.perf_counter()
    plan, pace = choose_plan(given.only, given.blocks), Pace(given.iterations)
    if not plan:
        print(f"nothing to play: no matchup with blocks has {given.only!r} in its name")
        return 2
    found = standings(plan, play(plan, given.seeds, pace, given.processes))
    kind = "compiled" if COMPILED else "pure Python"
    title = f"seeds of {given.seeds}, {pace}, {kind}"
    Console(width=None if sys.stdout.isatty() else 165).print(table_of(title, found))
    report = {
        "games": [rules.version for rules in registry.rulesets()],
        "blocks": given.blocks,
        "seeds": given.seeds,
        "pace": str(pace),
        "code": fingerprint(),
        "compiled": COMPILED,
        "processes": given.processes,
        "seconds": round(time.perf_counter() - started, 1),
        "matchups": found,
    }
    same = ("blocks", "seeds", "pace", "compiled")
    write_results("ladder-short", report, given.results, headlines, same)
    print(f"{len(found)} matchups in {report['seconds']} s")
    return 1 if any(one["verdict"] == "UNEVEN" for one in found) else 0


if __name__ == "__main__":
    run(main)
