"""The CPU seconds of one bot choice, by level.

    make bench-bots                       # about two minutes
    make bench-bots ARGS="--long"         # more choices, for a 99th percentile worth its name

Choices are taken from matches of rules of thumb, the same for every level, wherever there is more
than one option. ``over`` is the share of choices that took longer than the time of the level.
Prints a table for the engine in pure Python and, where there is a C compiler, one for the compiled
engine; writes ``bench/results/bots.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import fmean, quantiles
from time import thread_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import write_results
from bench.arena import TUNING, Pace, seed_of
from bench.comparison import Headline, Report
from bench.compiled import run_compiled
from engine.citadels.bots import BOTS
from engine.citadels.rules import RULES
from tablekernel.bots import Observation, make_observation
from tablekernel.events import event_for
from tablekernel.loop import answer, run

TABLES = [
    (seats, options)
    for options in ({"preset": "first_game"}, {"preset": "cunning_agents"})
    for seats in (2, 4, 8)
]
"""The base game, and a list with much to decide."""

COMPARED = (("first_game", 4), ("cunning_agents", 8))
"""The tables that are compared with a release."""

SHARES = {"novice": 20, "easy": 20, "medium": 20, "hard": 10, "expert": 10, "master": 1}
"""How many choices are timed of each level, in proportion: more of what is cheap."""

SHORT, LONG = 5, 100
"""What a share is, in choices at each table."""

Figures = dict[str, Any]


class Asked(NamedTuple):
    """A decision as its seat saw it."""

    observation: Observation
    number: int


def ask(seats: int, options: dict[str, str], count: int) -> list[Asked]:
    """Decisions from the matches of four medium bots, spread over whole matches."""
    found: list[Asked] = []
    block = 0
    complete = RULES.check_options(options, seats)
    while len(found) < count * 4:
        found += observations_of(complete, seats, block)
        block += 1
    return Random(count).sample(found, count)


def observations_of(options: dict[str, Any], seats: int, block: int) -> list[Asked]:
    """What was asked in one match, with all that the seats were told until then."""
    seed = seed_of(TUNING, block)
    match = RULES.begin(options, seats, seed)
    match.events = []
    RULES.open(match)
    bot, budget, rng = BOTS.bot("medium"), Pace().budget(BOTS, "medium"), Random(seed)
    found: list[Asked] = []
    told: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    question = run(match)
    while question is not None:
        events = [event.to_json() for event in match.events or ()]
        for seat in range(seats):
            told[seat] += [event_for(event, seat) for event in events]
        match.events = []
        observation = make_observation(RULES, match, list(told[question[0]]))
        if len(observation.options) > 1:
            found.append(Asked(observation, len(found)))
        question = answer(match, bot(observation, budget, rng))
    return found


def timed(level: str, decisions: Sequence[Asked]) -> list[float]:
    """Seconds of the processor for each of the decisions."""
    bot, pace = BOTS.bot(level), Pace()
    found = []
    for one in decisions:
        rng = Random(one.number)
        started = thread_time()
        bot(one.observation, pace.budget(BOTS, level), rng)
        found.append(thread_time() - started)
    return found


def figures_of(level: str, found: Sequence[float]) -> Figures:
    limit = BOTS.seconds.get(level, 0.0)
    cuts = quantiles(found, n=100, method="inclusive")
    over = sum(one > limit for one in found) / len(found) if limit else None
    return {
        "choices": len(found),
        "budget_milliseconds": 1000 * limit,
        "mean_milliseconds": round(1000 * fmean(found), 3),
        "p50_milliseconds": round(1000 * cuts[49], 3),
        "p99_milliseconds": round(1000 * cuts[98], 3),
        "worst_milliseconds": round(1000 * max(found), 3),
        "over": None if over is None else round(over, 4),
    }


def measured(share: int, levels: Sequence[str]) -> list[Figures]:
    """All levels at all tables."""
    counts = {level: SHARES[level] * share for level in levels}
    found: list[Figures] = []
    for seats, options in track(TABLES, "tables", console=Console(stderr=True)):
        decisions = ask(seats, options, max(counts.values()))
        by_level = {
            level: figures_of(level, timed(level, decisions[:count]))
            for level, count in counts.items()
        }
        found.append({"where": options["preset"], "seats": seats, "by": by_level})
    return found


def table_of(title: str, found: Sequence[Figures]) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in ("table", "level"):
        table.add_column(heading)
    for heading in ("choices", "budget ms", "mean ms", "p50 ms", "p99 ms", "worst ms", "over %"):
        table.add_column(heading, justify="right")
    for one in found:
        where = f"{one['where']}, {one['seats']}"
        for level, row in one["by"].items():
            over = "" if row["over"] is None else f"{100 * row['over']:.1f}"
            table.add_row(
                where,
                level,
                str(row["choices"]),
                f"{row['budget_milliseconds']:g}" if row["budget_milliseconds"] else "",
                *(f"{row[f'{name}_milliseconds']:.2f}" for name in ("mean", "p50", "p99", "worst")),
                over,
            )
            where = ""
    return table


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release, where levels may have former names."""
    return {
        f"{BOTS.renamed.get(level, level)}, {where}, {seats}, {kind}, ms": Headline(
            row["mean_milliseconds"], cpu_time=True
        )
        for kind, tables in (
            ("pure Python", report["tables"]),
            ("compiled", report["tables_compiled"] or ()),
        )
        for where, seats in COMPARED
        for table in tables
        if (table["where"], table["seats"]) == (where, seats)
        for level, row in table["by"].items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bots", description="What bots cost.")
    parser.add_argument("--long", action="store_true", help="half an hour")
    parser.add_argument("--levels", default=",".join(BOTS.levels), metavar="LEVEL,LEVEL")
    parser.add_argument("--bare", action="store_true", help="the figures of this engine, as JSON")
    given = parser.parse_args()
    started = time.perf_counter()
    found = measured(LONG if given.long else SHORT, given.levels.split(","))
    if given.bare:
        print(json.dumps(found))
        return
    compiled: list[Figures] | None = run_compiled("bench.bots", sys.argv[1:])
    console = Console(width=None if sys.stdout.isatty() else 120)
    for kind, figures in (("pure Python", found), ("compiled", compiled)):
        if figures:
            console.print(table_of(f"CPU milliseconds of one choice, {kind}", figures))
    report = {
        "game": RULES.version,
        "mode": "long" if given.long else "short",
        "seconds": round(time.perf_counter() - started, 1),
        "tables": found,
        "tables_compiled": compiled,
    }
    write_results("bots", report, headlines=headlines, same=("mode",))


if __name__ == "__main__":
    main()
