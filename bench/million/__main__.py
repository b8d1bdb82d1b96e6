"""Run the comparison: see the package. Writes ``bench/results/million.json``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

import django
from rich.console import Console

from bench import RESULTS, write_results
from bench.million.bulk import bulk, stored_bytes
from bench.million.bulk import table_of as table_of_bulk
from bench.million.compare import compare, table_of, use
from bench.million.fill import Plan, fill
from bench.million.originals import originals_play
from bench.service import (
    ROOT,
    ServerMissing,
    environment,
    migrate,
    scratch_database,
    start_redis,
)
from core.dev_services import Children

MATCHES, AMONG, ORIGINALS = 1_000_000, 10_000, 200


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="million", description="Costs among a million games.")
    parser.add_argument("--matches", type=int, default=MATCHES, help="games of the large database")
    parser.add_argument("--among", type=int, default=AMONG, help="games of the small database")
    parser.add_argument("--originals", type=int, default=ORIGINALS, help="finished by bots")
    parser.add_argument("--rounds", type=int, default=3, help="on each database in turn")
    parser.add_argument(
        "--warm", type=int, default=6, help="requests before: the sixth prepares its statements"
    )
    parser.add_argument("--each", type=int, default=10, help="requests of a kind in a round")
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder of the results")
    given = parser.parse_args()
    if min(given.matches, given.among) < 1000 or given.originals < 2:
        parser.error("There have to be 1000 games and 2 originals or more.")
    return given


@contextmanager
def service(url: str) -> Iterator[dict[str, str]]:
    """Configure Django in this process as in production, on an empty database and a Redis.

    Returns the environment for other processes of the service.
    """
    started = Children()
    with tempfile.TemporaryDirectory(prefix="million-") as var:
        try:
            env = environment(url, var, start_redis(started, Path(var)))
            # Nobody waits for bots, and the admin is measured without its second factor.
            env |= {"BOT_MOVE_MS": "0", "ADMIN_TWO_FACTOR": "false"}
            migrate(ROOT, env)
            with patch.dict(os.environ, env):
                django.setup()
            yield env
        finally:
            started.stop()


def timed(name: str, work: Any, *words: Any) -> None:
    begin = monotonic()
    work(*words)
    print(f"{name}: {monotonic() - begin:.0f} s", file=sys.stderr)


def measure(given: argparse.Namespace) -> dict[str, Any]:
    """Make the databases, measure and print, and return all figures. Raises NoPostgres."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    with scratch_database("originals") as originals, service(originals) as env:
        timed(f"{given.originals} originals", originals_play, given.originals)
        use("/postgres")  # a database that is copied has no other connection
        with (
            scratch_database("small", template=originals) as small,
            scratch_database("large", template=originals) as large,
        ):
            for url, count in ((small, given.among), (large, given.matches)):
                use(url)
                timed(f"{count} games", fill, Plan(count))
            stored = stored_bytes(given.matches, Plan(given.matches).numbers["whole"])
            compared = compare(small, large, given.rounds, given.warm, given.each)
            console.print(table_of(compared, given.among, given.matches))
            use(large)
            work = bulk(large, env | {"DATABASE_URL": large}, given.matches)
            console.print(table_of_bulk(work))
            use("/postgres")
    return {
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "matches": given.matches,
        "among": given.among,
        "stored": stored,
        "operations": compared,
        "bulk": work,
    }


def main() -> int:
    given = options()
    try:
        found = measure(given)
    except ServerMissing as reason:
        print(reason)
        return 2
    for name, size in found["stored"].items():
        print(f"{name}: {size}")
    write_results("million", found, given.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
