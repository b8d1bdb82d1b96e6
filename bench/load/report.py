"""The figures of a load test: read from Locust's files, compared with the goal, printed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.load.watch import Usage

PERCENTILES = (50, 95, 99)
AGGREGATED = "Aggregated"
NOT_MEASURED = "N/A"


class Goal(NamedTuple):
    """What a form should reach on two cores."""

    requests_per_second: float
    p99: float
    """Milliseconds."""
    percent: float | None = None
    """Of a core, for web and database together."""


GOALS = {"production": Goal(100, 100, 60), "embedded": Goal(40, 250)}
SERVING = ("web", "postgres", "postgres, shared")
"""The roles of which the goal speaks: web and database."""
MEASURING = ("generator", "bench")
"""The roles that are no part of the service."""


class Moment(NamedTuple):
    """What Locust saw in a second: requests per second, and latency in milliseconds."""

    at: float
    requests_per_second: float
    latency: tuple[float, ...]


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least ``percent`` of the values do not exceed."""
    ordered = sorted(values)
    place = -(-len(ordered) * percent // 100)
    return ordered[max(0, int(place) - 1)]


def percentiles(values: Sequence[float]) -> dict[str, float] | None:
    """Return the usual percentiles of seconds, in milliseconds. None if there are no values."""
    if not values:
        return None
    return {f"p{percent}": round(1000 * percentile(values, percent), 1) for percent in PERCENTILES}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def operations_of(rows: Iterable[Mapping[str, str]]) -> dict[str, dict[str, float]]:
    """Return count, failures and latency of each operation, from ``..._stats.csv``."""
    return {
        row["Name"]: {
            "count": int(row["Request Count"]),
            "failures": int(row["Failure Count"]),
            **{f"p{percent}": float(row[f"{percent}%"]) for percent in PERCENTILES},
            "bytes": round(float(row["Average Content Size"])),
        }
        for row in rows
        if int(row["Request Count"])
    }


def moments_of(rows: Iterable[Mapping[str, str]], begin: float) -> list[Moment]:
    """Return what happened since ``begin``, from ``..._stats_history.csv``. Its latency is that of
    the last ten seconds.
    """
    return [
        Moment(
            float(row["Timestamp"]),
            float(row["Requests/s"]),
            tuple(float(row[f"{percent}%"]) for percent in PERCENTILES),
        )
        for row in rows
        if row["Name"] == AGGREGATED
        and float(row["Timestamp"]) >= begin
        and row["50%"] != NOT_MEASURED
    ]


def costs(
    operations: Mapping[str, Mapping[str, float]], usage: Mapping[str, Usage], seconds: float
) -> dict[str, Any]:
    """Return what requests cost: the sums of CPU, and their shares of a request and a command."""

    def percent(*roles: str) -> float:
        return round(sum(usage[role].percent for role in roles if role in usage), 1)

    service = 10 * percent(*(role for role in usage if role not in MEASURING)) * seconds
    requests = operations[AGGREGATED]["count"]
    commands = operations.get("command", {}).get("count", 0)
    return {
        "requests_per_second": round(requests / seconds, 1),
        "requests_per_command": round(requests / commands, 1) if commands else None,
        "cpu_ms_per_request": round(service / requests, 2),
        "cpu_ms_per_command": round(service / commands, 1) if commands else None,
        "web_and_database_percent": percent(*SERVING),
        "generator_percent": percent("generator"),
    }


def check(form: str, figures: Mapping[str, Any]) -> dict[str, bool]:
    """Compare the figures with the goal of their form."""
    goal, total = GOALS[form], figures["operations"][AGGREGATED]
    found = {
        f"{goal.requests_per_second:g} requests a second": (
            figures["requests_per_second"] >= 0.95 * goal.requests_per_second
        ),
        "no error": not figures["errors"],
        f"p99 within {goal.p99:g} ms": total["p99"] <= goal.p99,
    }
    if goal.percent is not None:
        name = f"web and database within {goal.percent:g} % of a core"
        found[name] = figures["web_and_database_percent"] <= goal.percent
    return found


def show(console: Console, figures: Mapping[str, Any]) -> None:
    """Print the figures."""
    operations = Table(title="milliseconds by operation", title_justify="left")
    for name in ("operation", "requests", "errors", "p50", "p95", "p99", "bytes"):
        operations.add_column(name, justify="left" if name == "operation" else "right")
    for name, row in figures["operations"].items():
        if name == AGGREGATED:
            operations.add_section()
        columns = ("count", "failures", "p50", "p95", "p99", "bytes")
        operations.add_row(name, *(f"{row[column]:.0f}" for column in columns))
    console.print(operations)

    processes = Table(title="processes", title_justify="left")
    for name in ("role", "processes", "CPU, % of a core", "PSS, MB"):
        processes.add_column(name, justify="left" if name == "role" else "right")
    for role, fields in figures["processes"].items():
        usage = Usage(**fields)
        cells = (str(usage.processes), f"{usage.percent:.1f}", f"{usage.megabytes:.0f}")
        processes.add_row(role, *cells)
    console.print(processes)

    if work := figures["database"]:
        show_database(console, work, figures["operations"][AGGREGATED]["count"])
    for ruleset, row in figures["stored"].items():
        tables = ", ".join(f"{name} {size / 1024:.0f}" for name, size in row["tables"].items())
        sizes = f"{row['bytes'] / 1024:.0f} KB, of which {row['kept_bytes'] / 1024:.0f} KB stay"
        console.print(f"a whole game of {ruleset}: {row['moves']} moves, {sizes} ({tables})")
    for name, text in SENTENCES.items():
        console.print(f"{text}: {figures[name]}")
    for what, is_reached in figures["goal"].items():
        console.print(f"goal: {what}: {'reached' if is_reached else 'missed'}")
    for error in figures["errors"]:
        console.print(f"error: {error}", markup=False)


SENTENCES = {
    "requests_per_second": "requests a second",
    "requests_per_command": "requests for each command",
    "cpu_ms_per_request": "CPU of all processes of the service, ms for each request",
    "cpu_ms_per_command": "the same, ms for each command with all reads that it causes",
    "open_streams": "open streams at the end",
    "stream_delay_ms": "from sending a command to the streams of the players, ms",
    "web_and_database_percent": "web and database, percent of a core",
    "generator_percent": "the load generator, percent of a core",
    "other_programs_percent": "other programs on this machine, percent of a core",
}


def show_database(console: Console, work: Mapping[str, Any], requests: int) -> None:
    counters = ", ".join(f"{name} {count}" for name, count in work["counters"].items())
    console.print(f"pg_stat_database: {counters}")
    if work["statements"] is None:
        console.print("pg_stat_statements is not loaded, so statements are not counted.")
        return
    console.print(f"statements by request: {work['statements']['calls'] / requests:.1f}")
    for row in work["statements"]["longest"]:
        words = f"{row['calls']:8d} calls {row['milliseconds']:9.1f} ms  {row['statement']}"
        console.print(words, markup=False, no_wrap=True, overflow="ellipsis")
