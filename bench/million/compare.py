"""Sends the requests to both databases in turn, and compares what they cost."""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import islice
from statistics import median
from typing import Any

from rich.table import Table

from bench.million.operations import Reader, Sample, rows

ONE_PROCESS = "SELECT set_config('max_parallel_workers_per_gather', '0', false)"
"""Let PostgreSQL answer each query in the process whose CPU time is measured."""
LIMIT = 1.5
Figures = dict[str, dict[str, Any]]


def use(url: str) -> None:
    """Let this process work on another database."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = url.rpartition("/")[2]


def compare(small: str, large: str, rounds: int, warm: int, each: int) -> Figures:
    """Return the cost of each operation in both databases: medians, and the ratio of CPU times."""
    samples: dict[str, dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
    readers = {}
    for url in (small, large):
        use(url)
        readers[url] = Reader()
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for name in readers[small].operations:
            # An operation is sent to both at nearly the same time, since the machine changes.
            for url in (small, large) if number % 2 else (large, small):
                use(url)
                rows(ONE_PROCESS)
                calls = islice(readers[url].operations[name], warm + each)
                sent = [readers[url].send(call) for call in calls]
                samples[name][url] += sent[warm:]
    return {name: figures(both[small], both[large]) for name, both in samples.items()}


def figures(small: list[Sample], large: list[Sample]) -> dict[str, Any]:
    costs = {
        size: {
            "cpu_ms": round(median(sample.cpu for sample in samples), 2),
            "postgres_ms": round(median(sample.postgres for sample in samples), 2),
            "clock_ms": round(median(sample.clock for sample in samples), 2),
        }
        for size, samples in (("small", small), ("large", large))
    }
    ratio = costs["large"]["cpu_ms"] / costs["small"]["cpu_ms"]
    return {**costs, "ratio": round(ratio, 2)}


def table_of(compared: Figures, small: int, large: int) -> Table:
    """Return the table that is printed."""
    table = Table(title="CPU ms of a request", title_justify="left")
    table.add_column("operation")
    for heading in (f"{small:,}", f"{large:,}", "PostgreSQL", "ratio", ""):
        table.add_column(heading, justify="right")
    for name, row in compared.items():
        costs = (row["small"]["cpu_ms"], row["large"]["cpu_ms"], row["large"]["postgres_ms"])
        above = "above" if row["ratio"] > LIMIT else ""
        table.add_row(name, *(f"{cost:.1f}" for cost in costs), f"{row['ratio']:.2f}", above)
    return table
